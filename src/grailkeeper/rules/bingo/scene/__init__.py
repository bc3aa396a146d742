"""How a scene goes (life of a scene): `creation` before the first, `opening`, `moves`, `ending`."""
