"""Divides by the length and multiplies by it again, which is not a number for a zero direction.
Class: other
Why: "Directions have any length".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def product(v):
        length = jnp.linalg.norm(v)
        return length * jax.jvp(jax.grad(f), (x,), (v / length,))[1]

    return jax.vmap(product)(vs)
