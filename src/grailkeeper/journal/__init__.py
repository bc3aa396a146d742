"""Journals as files: append, read, verify, export. The file is the war."""
