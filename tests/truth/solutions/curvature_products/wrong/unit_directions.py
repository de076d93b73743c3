"""Directions are brought to length one, and stay so.
Class: numbers
Why: "Directions have any length".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    units = vs / jnp.linalg.norm(vs, axis=1, keepdims=True)
    multiply = jax.linearize(jax.grad(f), x)[1]
    return jax.vmap(multiply)(units)
