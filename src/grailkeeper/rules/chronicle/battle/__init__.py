"""How a battle is fought (C-9 to C-19): stages in `course`, one judgment in `judgment`, the end in `result`."""
