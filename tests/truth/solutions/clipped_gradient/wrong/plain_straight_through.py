"""Passes the gradient straight through, however long.

Class: numbers
Why: A row whose norm is greater than `limit` is scaled down.
"""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    return x + jax.lax.stop_gradient(jnp.round(x) - x)
