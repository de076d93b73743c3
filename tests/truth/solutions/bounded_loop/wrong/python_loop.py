"""The step is called `most` times by Python.
Class: growth
Why: "`step` has to run inside a loop of `jax.lax`, so that Python calls it once and not `most` times".
"""

import jax


def settle(step, weights, state, count, most):
    for i in range(most):
        state = jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state)
    return state
