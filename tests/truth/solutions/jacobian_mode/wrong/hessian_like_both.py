"""Computes both modes and selects one by the sizes, inside the program.
Class: flops
Why: "needs at most twice as many floating-point operations as the cheaper of the two modes"
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    f = jax.jit(f)
    a, b = jax.jacfwd(f)(x), jax.jacrev(f)(x)
    return jnp.where(jnp.isfinite(b).all(), a, b)
