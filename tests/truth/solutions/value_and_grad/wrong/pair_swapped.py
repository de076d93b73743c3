"""Takes the pair in the wrong order.

Class: layout
Why: `value` is of shape `()`.
"""

import jax


def descend(loss, params, rate):
    grad, value = jax.value_and_grad(loss)(params)
    return value, params - rate * grad
