"""Submissions: accepts them, streams their progress, and records their results."""
