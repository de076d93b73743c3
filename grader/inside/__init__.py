"""What runs inside the sandbox. Only this package may import jax and flax; it may import nothing of the judge."""
