"""The published, immutable form of a problem."""
