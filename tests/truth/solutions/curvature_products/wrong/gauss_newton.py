"""The gradient's outer product with itself, in place of second derivatives.
Class: numbers
Why: "the matrix with the second derivative by `x[i]` and `x[j]` at `[i, j]`".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    g = jax.grad(f)(x)
    return jnp.outer(vs @ g, g)
