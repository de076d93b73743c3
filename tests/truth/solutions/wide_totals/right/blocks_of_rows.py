"""A scan over blocks of 128 rows, and a shorter rest; each block is added in halves."""

import jax
import jax.numpy as jnp


def add_halves(total, block):
    high, low = total
    lower = low + (block & 0xFFFF).sum(axis=0, dtype=jnp.uint32)
    high = high + (lower < low)
    upper = (block >> 16).sum(axis=0, dtype=jnp.uint32)
    new = lower + upper * 65536
    return (high + upper // 65536 + (new < lower), new), None


@jax.jit
def add_counts(high, low, counts):
    n, d = counts.shape
    rows = max(1, min(128, n))
    whole = n - n % rows
    total, _ = jax.lax.scan(add_halves, (high, low), counts[:whole].reshape(whole // rows, rows, d))
    return add_halves(total, counts[whole:])[0]
