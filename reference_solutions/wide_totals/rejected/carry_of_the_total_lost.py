import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    sums = (upper << 16) + lower
    return high + (upper >> 16) + (sums < lower), low + sums
