"""Returns the loss after the step.

Class: numbers
Why: breaches "before the step": for any rate above 0 the value is that of the new parameters (with a rate of 0 it is right).
"""

import jax


def descend(loss, params, rate):
    new = params - rate * jax.grad(loss)(params)
    return loss(new), new
