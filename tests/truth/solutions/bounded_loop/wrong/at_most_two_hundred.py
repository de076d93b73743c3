"""The loop never has more than 200 turns.

Class: numbers
Why: It breaks "Return the state after `count` steps", where `count` is more than 200.
"""

import jax
import jax.numpy as jnp

TURNS = 200


def settle(step, weights, state, count, most):
    def body(state, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state), None

    return jax.lax.scan(body, state, jnp.arange(min(most, TURNS)))[0]
