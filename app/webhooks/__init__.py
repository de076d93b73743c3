"""Webhooks: verdicts, told to addresses that users name, signed, and again until they are taken."""
