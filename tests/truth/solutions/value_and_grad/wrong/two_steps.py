"""Takes two half steps.

Class: numbers
Why: One step.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    half = params - rate / 2 * grad
    return value, half - rate / 2 * jax.grad(loss)(half)
