"""Rate limits of addresses and accounts."""
