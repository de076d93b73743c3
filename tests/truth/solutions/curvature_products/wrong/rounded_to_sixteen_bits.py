"""Directions are rounded to 16 bits on the way.
Class: dtype
Why: "equal up to rounding: at most 128 float32 epsilons of the largest number".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    multiply = jax.linearize(jax.grad(f), x)[1]
    return jax.vmap(multiply)(vs.astype(jnp.bfloat16).astype(x.dtype))
