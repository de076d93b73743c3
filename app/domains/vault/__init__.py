"""Secrets that the service must be able to read again, encrypted in the database."""
