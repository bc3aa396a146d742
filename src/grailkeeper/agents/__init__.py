"""Seat holders that are programs. They get what a seat gets, a view and a form, and return an order; never state."""
