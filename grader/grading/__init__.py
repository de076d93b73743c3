"""Grades submissions: keeps sandboxes ready, talks to the one that runs a submission, and makes the report."""
