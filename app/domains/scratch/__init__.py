"""Shared programs: source that was run in the scratchpad, and what JAX did in it."""
