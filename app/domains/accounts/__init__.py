"""Accounts: names, passwords, sign-ins and API tokens."""
