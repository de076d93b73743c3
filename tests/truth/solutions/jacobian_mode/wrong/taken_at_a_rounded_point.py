"""Rounds the point to two decimals before differentiating.
Class: numbers
Why: "is the derivative of output `i` by input `j`, at `x`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    x = jnp.round(x, 2)
    m = jax.eval_shape(f, x).shape[0]
    return jax.jacfwd(f)(x) if x.shape[0] <= m else jax.jacrev(f)(x)
