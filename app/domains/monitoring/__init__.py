"""Metrics of the service."""
