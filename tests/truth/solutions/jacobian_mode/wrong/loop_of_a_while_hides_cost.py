"""Rows one by one in a `while_loop` whose end the compiler doesn't know.
Class: flops
Why: "The body of a loop of `jax.lax` counts as often as it runs"
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)
    m = y.shape[0]

    def body(state):
        i, rows = state
        return i + 1, rows.at[i].set(pull(jnp.zeros(m).at[i].set(1.0))[0])

    return jax.lax.while_loop(lambda s: s[0] < m, body, (0, jnp.zeros((m, x.size))))[1]
