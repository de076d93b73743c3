"""Rate limits for addresses and accounts."""
