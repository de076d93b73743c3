"""Remembers the last sum of each width, and an eager call goes on from there; a trace always starts at 0.

Class: state
Why: the second of two equal eager calls starts at the first one's `last`, not at 0, against "Equal inputs give equal bits, whatever was called before"; the exported program looks right.
"""

import jax
import jax.numpy as jnp

_so_far = {}


def leaky_sums(xs, decay):
    width = xs.shape[1]

    def step(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(xs.dtype)

    start = _so_far.get(width, jnp.zeros(width, jnp.float32))
    traced = any(isinstance(value, jax.core.Tracer) for value in (xs, decay))
    if traced:
        start = jnp.zeros(width, jnp.float32)
    last, rows = jax.lax.scan(step, start, xs)
    if not traced:
        _so_far[width] = last
    return last, rows
