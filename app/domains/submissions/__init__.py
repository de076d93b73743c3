"""Submissions: accepting them, streaming their progress, recording their results."""
