"""E-mails: kept in an outbox until a server has accepted them."""
