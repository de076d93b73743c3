"""Moves the first eight parameters.

Class: example
Why: All of them.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params.at[:8].add(-rate * grad[:8])
