"""Drafts: a user's unsubmitted code."""
