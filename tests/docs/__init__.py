"""The pages in docs say what the program does: their programs are run, their tables compared."""
