"""Grading a submission: sandboxes kept ready, the conversation with one, the report."""
