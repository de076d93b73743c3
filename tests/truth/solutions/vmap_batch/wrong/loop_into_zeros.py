"""Writes number by number.

Class: structure
Why: Python calls `loss` at most once.
"""

import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    out = jnp.zeros(len(ys))
    for i in range(len(ys)):
        out = out.at[i].set(loss(weights, xs[i], ys[i]))
    return out
