"""What an audience may see. Everything that leaves the house for a reader comes through here, and is built, never erased."""
