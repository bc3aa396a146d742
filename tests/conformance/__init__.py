"""One suite over every rule system: it names none of them but in `subjects`."""
