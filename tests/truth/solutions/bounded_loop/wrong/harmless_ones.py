"""Idle steps get ones, where nobody promised that the step is defined: one root, less two, has none.
Class: numbers
Why: "`step` has a value and a derivative at `state`, and at the states that follow".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        go = i < count
        w = jnp.where(go, weights, 0 * weights - 1)
        return jnp.where(go, step(w, jnp.where(go, s, -jnp.ones_like(s))), s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
