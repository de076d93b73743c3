"""Differentiates the square.

Class: numbers
Why: The gradient of `loss`.
"""

import jax


def descend(loss, params, rate):
    grad = jax.grad(lambda p: loss(p) ** 2)(params)
    return loss(params), params - rate * grad
