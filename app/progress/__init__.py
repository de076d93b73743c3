"""How far people have come, and what of it they show."""
