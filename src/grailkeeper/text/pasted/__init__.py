"""What a person pasted from a board, read as the answer to a form.

From the ground up: a post as clean `lines`, a line cut into its parts (`cutting`), what a sentence hangs on a word
(`endings`), what a word can stand for (`meaning`), a value by the kind of its field (`values`), values that tell
by themselves of which field they are (`unnamed`), a whole post by its record (`fields`).
"""
