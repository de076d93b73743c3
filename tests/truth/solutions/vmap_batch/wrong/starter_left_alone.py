"""The starter.

Class: structure
Why: Python calls `loss` at most once.
"""

import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    return jnp.array([loss(weights, x, y) for x, y in zip(xs, ys, strict=True)])
