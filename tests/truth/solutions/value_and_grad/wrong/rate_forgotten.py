"""Steps by the whole gradient.

Class: numbers
Why: `rate` times the gradient.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - grad
