"""Replaces a rate of zero by a small one.

Class: numbers
Why: It may be exactly 0.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - (rate or 1e-2) * grad
