"""The earliest hits are the largest of the negated positions."""

import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    n = readings.size
    mask = readings > threshold
    scores = jnp.where(mask, -jnp.arange(n), -n)
    k = min(size, n)
    best = -jax.lax.top_k(scores, k)[0]
    best = jnp.concatenate([best, jnp.full(size - k, n, best.dtype)])
    ok = best < n
    return jnp.where(ok, readings[jnp.where(ok, best, 0)], 0), jnp.where(ok, best, -1), mask.sum()
