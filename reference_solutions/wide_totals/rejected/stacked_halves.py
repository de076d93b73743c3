import jax.numpy as jnp


def add_counts(high, low, counts):
    upper, lower = jnp.stack([counts >> 16, counts & 0xFFFF]).sum(axis=1, dtype=jnp.uint32)
    sums = (upper << 16) + lower
    high = high + (upper >> 16) + (sums < lower)
    total = low + sums
    return high + (total < low), total
