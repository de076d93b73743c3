"""Administration of accounts and settings."""
