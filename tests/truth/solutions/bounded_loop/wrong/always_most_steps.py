"""Takes all steps.
Class: numbers
Why: "Return the state after `count` steps".
"""

import jax


def settle(step, weights, state, count, most):
    return jax.lax.fori_loop(0, most, lambda i, s: step(weights, s), state)
