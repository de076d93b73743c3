"""Under jit."""

from functools import partial

import jax


@partial(jax.jit, static_argnames=("loss", "rate"))
def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, params - rate * grad
