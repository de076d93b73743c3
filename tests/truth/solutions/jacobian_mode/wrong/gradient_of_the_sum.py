"""Differentiates the sum of the outputs and repeats it for each row.
Class: numbers
Why: "whose element `[i, j]` is the derivative of output `i` by input `j`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    return jnp.tile(jax.grad(lambda z: f(z).sum())(x), (m, 1))
