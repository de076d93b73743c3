"""Returns the value as a Python number.

Class: layout
Why: A `jax.Array` of shape `()`.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return float(value), params - rate * grad
