"""Limits of what one address, and one account, may ask."""
