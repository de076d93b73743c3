"""API tokens: what programs show in place of a password, each for a few purposes and a time."""
