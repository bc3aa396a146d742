"""How a battle of the mirror land is drawn: its turns slot by slot, both rows of cards, statuses, what was lost."""
