"""Divides by the number of parameters.

Class: numbers
Why: The gradient of `loss`.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - rate * grad / params.size
