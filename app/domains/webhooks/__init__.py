"""Webhooks: signed notifications of verdicts, sent to users' addresses and retried until delivered."""
