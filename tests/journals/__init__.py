"""The journals of every release, and the digests that they must fold to for ever."""
