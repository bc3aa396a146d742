"""How a battle of bingo is drawn: two orders on one board, cell by cell, with totals, lines and damage."""
