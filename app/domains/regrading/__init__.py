"""Regrades: rejudged submissions, proposed, and then applied or dropped."""
