"""Repeats rows to a flat list of pairs, maps once, and reshapes."""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    n, m = len(xs), len(ys)
    left = jnp.repeat(xs, m, axis=0)
    right = jnp.tile(ys, (n, 1))
    return jax.vmap(metric)(left, right).reshape(n, m)
