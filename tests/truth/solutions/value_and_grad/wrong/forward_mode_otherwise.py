"""Differentiates with jacfwd: the numbers are the same.

Class: structure
Why: breaches "in reverse mode": the loss is differentiated forward, once for each parameter (a loss with a custom_vjp raises a TypeError).
"""

import jax


def descend(loss, params, rate):
    def both(params):
        value = loss(params)
        return value, value

    slope, value = jax.jacfwd(both, has_aux=True)(params)
    return value, params - rate * slope
