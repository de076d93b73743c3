"""Computes the product with a vector of ones and spreads it on the diagonal.
Class: numbers
Why: "whose element `[i, j]` is the derivative of output `i` by input `j`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, tangent = jax.jvp(f, (x,), (jnp.ones_like(x),))
    return jnp.zeros((y.size, x.size)).at[jnp.arange(y.size), jnp.arange(y.size) % x.size].set(tangent)
