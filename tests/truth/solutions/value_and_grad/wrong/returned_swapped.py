"""Returns the new parameters first.

Class: layout
Why: The tuple `(value, new)`.
"""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return params - rate * grad, value
