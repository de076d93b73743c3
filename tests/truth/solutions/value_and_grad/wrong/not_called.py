"""Gives the parameters to the transformation.

Class: structure
Why: What it returns is a function.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss, params)
    return value, params - rate * grad
