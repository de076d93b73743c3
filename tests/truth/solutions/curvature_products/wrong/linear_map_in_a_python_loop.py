"""Calls f once, but applies the linear map in a Python loop.
Class: growth
Why: "It doesn't grow with `K`: no Python loop over the directions".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), x)
    products = list(map(multiply, vs))
    return jnp.asarray(products)
