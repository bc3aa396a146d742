"""A war from its entries: commands that are judged, and answered by the entries to append. Pure."""
