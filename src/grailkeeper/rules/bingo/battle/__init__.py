"""How a battle is fought (B-13.1): `plan` and `check` what is declared, `conditions`, `board`, `totals` what comes
of it, `course` its way from question to question."""
