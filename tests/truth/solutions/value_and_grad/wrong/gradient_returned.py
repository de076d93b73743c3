"""Returns the gradient.

Class: numbers
Why: `new` is the parameters after the step.
"""

import jax


def descend(loss, params, rate):
    return jax.value_and_grad(loss)(params)
