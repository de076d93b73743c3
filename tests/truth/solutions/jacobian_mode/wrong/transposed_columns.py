"""Stacks the columns as rows in forward mode.
Class: numbers
Why: "whose element `[i, j]` is the derivative of output `i` by input `j`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    if x.size <= m:
        return jax.vmap(lambda e: jax.jvp(f, (x,), (e,))[1])(jnp.eye(x.size))
    return jax.jacrev(f)(x)
