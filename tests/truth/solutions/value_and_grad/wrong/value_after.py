"""Reports the loss after the step.

Class: numbers
Why: `value` is before the step.
"""

import jax


def descend(loss, params, rate):
    new = params - rate * jax.grad(loss)(params)
    return loss(new), new
