"""As if the parameters were a tree."""

import jax


def descend(loss, params, rate):
    value, grads = jax.value_and_grad(loss)(params)
    new = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return value, new
