"""The pair of the transformation."""

import jax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - rate * grad
