"""Two calls, one of them under grad."""

import jax


def descend(loss, params, rate):
    return loss(params), params - rate * jax.grad(loss)(params)
