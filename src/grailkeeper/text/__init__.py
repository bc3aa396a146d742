"""Facts, working, problems and sheets as Korean and English prose.

From the ground up: how a name is read (`particles`), sentences and names as data (`template`, `words`), a report as
one immutable `document`, and a file for each format it is written in (`plain`, `markdown`, `bbcode`, `board_html`,
`terminal`).
"""
