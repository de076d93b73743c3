"""The first step is taken before the loop, to be sure of its shape. The numbers are right.
Breaks: "`step` has to run inside a loop of `jax.lax`, so that Python calls it once".
Class: structure
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    start = state
    first = jnp.where(count > 0, step(weights, state), state)

    def body(state, t):
        active = t < count
        moved = step(weights, jnp.where(active, state, start))
        return jnp.where(active, moved, state), None

    return jax.lax.scan(body, first, jnp.arange(1, most))[0]
