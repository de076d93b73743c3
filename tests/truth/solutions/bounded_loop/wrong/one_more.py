"""Takes one step too many.
Class: numbers
Why: "Return the state after `count` steps".
"""

import jax


def settle(step, weights, state, count, most):
    def body(i, s):
        return jax.lax.cond(i <= count, lambda: step(weights, s), lambda: s)

    return jax.lax.fori_loop(0, most + 1, body, state)
