import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum((counts >> 16).astype(jnp.float32), axis=0).astype(jnp.uint32)
    lower = jnp.sum((counts & 0xFFFF).astype(jnp.float32), axis=0).astype(jnp.uint32)
    sums = (upper << 16) + lower
    high = high + (upper >> 16) + (sums < lower)
    total = low + sums
    return high + (total < low), total
