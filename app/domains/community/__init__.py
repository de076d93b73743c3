"""Sharing between people: links to submissions, solutions with votes, and leaderboards."""
