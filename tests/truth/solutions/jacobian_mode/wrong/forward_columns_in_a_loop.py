"""Always uses forward mode, and hides the number of columns in a fori_loop.
Class: flops
Why: "in the mode of differentiation that costs less".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, push = jax.linearize(f, x)
    n = x.shape[0]

    def body(j, matrix):
        return matrix.at[:, j].set(push(jnp.zeros(n).at[j].set(1.0)))

    return jax.lax.fori_loop(0, n, body, jnp.zeros((y.shape[0], n)))
