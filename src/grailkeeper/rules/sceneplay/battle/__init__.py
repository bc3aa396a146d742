"""Battles (S-6, S-10, S-11, S-18 to S-23): `sides` who fights whom, `check` the sheets, `chances` the sums,
`judgment` one judgment, `course` the life cycle from the sheets to the result."""
