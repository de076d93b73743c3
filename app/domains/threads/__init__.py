"""Threads about submissions between learners, staff and authors, and requests to review a verdict or a grade."""
