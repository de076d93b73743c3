"""What admins do with accounts, and what they see of the whole."""
