"""Judges evidence from a sandbox against what a bundle expects. Trusted; numpy only, never jax."""
