"""A while loop.
Class: structure
Why: "The derivative with respect to `weights` and `state` is asked for in reverse mode".
"""

import jax


def settle(step, weights, state, count, most):
    _, s = jax.lax.while_loop(lambda c: c[0] > 0, lambda c: (c[0] - 1, step(weights, c[1])), (count, state))
    return s
