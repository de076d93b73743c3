"""Drafts: what people have written and not sent."""
