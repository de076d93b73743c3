"""Regrades: submissions judged again, shown as a proposal, then applied or dropped."""
