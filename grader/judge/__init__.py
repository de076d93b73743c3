"""Judges evidence from a sandbox against what a bundle expects. Trusted code, which uses only NumPy and never JAX."""
