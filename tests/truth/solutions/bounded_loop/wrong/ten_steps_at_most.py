"""The bound of the example is built in.
Class: example
Why: "`most` is a Python `int`, at least 1".
"""

import jax


def settle(step, weights, state, count, most):
    def body(i, s):
        return jax.lax.cond(i < count, lambda: step(weights, s), lambda: s)

    return jax.lax.fori_loop(0, min(most, 4), body, state)
