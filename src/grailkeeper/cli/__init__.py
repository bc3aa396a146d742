"""The command line: thin. It reads files, carries commands to `campaign`, and prints what `views` and `text` give."""
