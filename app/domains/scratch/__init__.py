"""Programs that people share: what they ran in the scratchpad, and what JAX did in it."""
