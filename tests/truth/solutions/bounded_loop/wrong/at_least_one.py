"""Takes a step where none is asked for.
Class: numbers
Why: "for `count` 0 that is `state` itself".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    n = jnp.maximum(count, 1)

    def body(i, s):
        return jax.lax.cond(i < n, lambda: step(weights, s), lambda: s)

    return jax.lax.fori_loop(0, most, body, state)
