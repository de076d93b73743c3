import jax.numpy as jnp


def add_wide(high, low, more_high, more_low):
    total = low + more_low
    carry = (total < low).astype(jnp.uint32)  # it wrapped around
    return high + more_high + carry, total


def add_counts(high, low, counts):
    # Neither sum can wrap around: 65536 * (2**16 - 1) < 2**32.
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    high, low = add_wide(high, low, upper >> 16, upper << 16)
    return add_wide(high, low, 0, lower)
