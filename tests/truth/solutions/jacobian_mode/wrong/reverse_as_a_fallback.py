"""Computes both modes and takes the second wherever the first isn't finite.
Class: flops
Why: "your function needs at most twice as many floating-point operations as the cheaper of the two modes".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    forward, reverse = jax.jacfwd(f)(x), jax.jacrev(f)(x)
    return jnp.where(jnp.isfinite(forward), forward, reverse)
