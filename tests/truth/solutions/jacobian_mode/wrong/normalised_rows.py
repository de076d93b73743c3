"""Divides each row by the value of its output.
Class: numbers
Why: "whose element `[i, j]` is the derivative of output `i` by input `j`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, push = jax.linearize(f, x)
    if x.size <= y.size:
        matrix = jax.vmap(push, out_axes=1)(jnp.eye(x.size))
    else:
        (matrix,) = jax.vmap(jax.linear_transpose(push, x))(jnp.eye(y.size))
    return matrix / y[:, None]
