"""The step gets the state first.
Class: numbers
Why: "`step(weights, state)` returns the next state".
"""

import jax


def settle(step, weights, state, count, most):
    def body(i, s):
        return jax.lax.cond(i < count, lambda: step(s, weights), lambda: s)

    return jax.lax.fori_loop(0, most, body, state)
