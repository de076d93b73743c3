"""Clips what is greater than one.
Class: numbers
Why: "element `[i, j]` is the derivative of output `i` with respect to input `j`"
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    out = (jax.jacfwd if m >= x.size else jax.jacrev)(f)(x)
    return jnp.clip(out, -1.0, 1.0)
