"""Ratings: how clear and how difficult those who know a kata find it."""
