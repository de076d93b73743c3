import jax.numpy as jnp


def add_counts(high, low, counts):
    totals = [(int(h) << 32) + int(n) for h, n in zip(high, low)]
    totals = [total + sum(map(int, column)) for total, column in zip(totals, counts.T)]
    return jnp.array([t >> 32 for t in totals], jnp.uint32), jnp.array([t % 2**32 for t in totals], jnp.uint32)
