"""Mails to people: kept in an outbox until a server has taken them."""
