"""Battles (S-6, S-10, S-11, S-18 to S-23): `sides` who fights whom, `check` what is wrong with a sheet, `filing` how
the sheets come into force, `chances` the sums, `judgment` one judgment, `course` the life cycle of it all.

A scene begins a battle by telling `sides.announced(...)`; when `state.battle` is None again, all its pairs are
fought and what they cost stands in the teams.
"""
