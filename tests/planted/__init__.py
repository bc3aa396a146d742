"""Faults and leaks that are planted in the toy and in the house, to show that the suite finds them."""
