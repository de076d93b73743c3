"""Computes the loss of each x with each y, and keeps the diagonal by a mask.

Class: numbers
Why: an infinite loss anywhere in a row is multiplied by a 0 of the mask, so finite losses become NaN (and so does an infinite one that has an infinite neighbour).
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    over_ys = jax.vmap(loss, in_axes=(None, None, 0))
    pairs = jax.vmap(over_ys, in_axes=(None, 0, None))(weights, xs, ys)
    return jnp.sum(pairs * jnp.eye(len(ys), dtype=pairs.dtype), axis=1)
