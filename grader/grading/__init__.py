"""Grading a submission: sandboxes kept ready, a session with one, the report."""
