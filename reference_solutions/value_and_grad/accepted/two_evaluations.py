"""The gradient, and the value beside it."""

import jax


def descend(loss, params, rate):
    slope = jax.grad(loss)(params)
    return loss(params), params - rate * slope
