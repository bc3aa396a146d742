"""The board of a battle of bingo, as texts and pages tell it."""
