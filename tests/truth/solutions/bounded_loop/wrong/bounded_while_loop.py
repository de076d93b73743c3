"""A while loop that knows its bound still is one.
Class: structure
Why: "The derivative with respect to `weights` and `state` is asked for in reverse mode".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def go_on(c):
        return c[0] < jnp.minimum(count, most)

    return jax.lax.while_loop(go_on, lambda c: (c[0] + 1, step(weights, c[1])), (0, state))[1]
