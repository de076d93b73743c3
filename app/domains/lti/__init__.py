"""LTI 1.3 Advantage: launches from a learning management system, and scores sent back to it."""
