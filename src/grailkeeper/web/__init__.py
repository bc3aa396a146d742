"""The table online: a self-hosted site where a war is played. It decides nothing; see docs/site.md."""
