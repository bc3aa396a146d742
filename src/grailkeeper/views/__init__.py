"""What an audience may see: the only way out for a reader. Views are built, never erased."""
