"""How chronicle is drawn: a battle judgment by judgment with its spells, a scene with its map and who stands where."""
