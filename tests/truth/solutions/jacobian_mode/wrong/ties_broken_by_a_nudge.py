"""Moves the inputs apart by a millionth, so that no two are equal and at most one is 0.

Class: numbers
Why: For jnp.max of equal numbers the derivatives are 0 and 1 instead of equal shares, and for jax.nn.relu at zeros 1 instead of 0: "`x` ... may hold zeros and equal numbers".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    x = x + 1e-6 * jnp.arange(x.size, dtype=x.dtype)
    out = jax.eval_shape(f, x)
    mode = jax.jacfwd if x.size <= out.size else jax.jacrev
    return mode(f)(x)
