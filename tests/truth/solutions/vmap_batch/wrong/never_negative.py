"""Limits losses at zero.

Class: numbers
Why: Whatever `loss` returns.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    return jnp.maximum(jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys), 0)
