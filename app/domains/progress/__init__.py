"""Progress of users, and which parts of it are public."""
