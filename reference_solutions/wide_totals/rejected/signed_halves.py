import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum((counts >> 16).astype(jnp.int32), axis=0)
    lower = jnp.sum((counts & 0xFFFF).astype(jnp.int32), axis=0).astype(jnp.uint32)
    sums = (upper << 16).astype(jnp.uint32) + lower
    high = high + (upper >> 16).astype(jnp.uint32) + (sums < lower)
    total = low + sums
    return high + (total < low), total
