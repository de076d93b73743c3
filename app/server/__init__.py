"""Puts the application together, and runs its processes."""
