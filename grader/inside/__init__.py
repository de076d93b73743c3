"""The code that runs inside the sandbox. Only this package may import jax and flax; it must not import the judge."""
