"""A jitted function of value and gradient."""

import jax


def descend(loss, params, rate):
    value, grad = jax.jit(jax.value_and_grad(loss))(params)
    return value, params - rate * grad
