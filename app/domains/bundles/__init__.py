"""Sharing of published bundles and their compiled programs between machines."""
