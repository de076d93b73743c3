"""Storage: the tables, their statuses, sessions and migrations."""
