"""The loss under jit, called for its value and then differentiated."""

import jax


def descend(loss, params, rate):
    compiled = jax.jit(loss)
    return compiled(params), params - rate * jax.grad(compiled)(params)
