"""Drafts: code that hasn't been submitted."""
