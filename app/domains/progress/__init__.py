"""Users' progress, and which parts of it are public."""
