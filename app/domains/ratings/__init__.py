"""Ratings of katas' clarity and difficulty by people who know them."""
