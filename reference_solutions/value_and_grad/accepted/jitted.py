"""Compiled as a whole."""

from functools import partial

import jax


@partial(jax.jit, static_argnums=(0, 2))
def descend(loss, params, rate):
    before, gradient = jax.value_and_grad(loss)(params)
    return before, params - gradient * rate
