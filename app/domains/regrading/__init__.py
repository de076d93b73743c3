"""Regrades: submissions rejudged, shown as a proposal, then applied or dropped."""
