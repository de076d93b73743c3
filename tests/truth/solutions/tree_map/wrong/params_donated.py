"""Compiles the step and donates the parameters, as a training loop does.

Class: memory
Why: "Neither tree may be changed": called on plain arrays it deletes all arrays of params.
"""
from functools import partial

import jax


@partial(jax.jit, donate_argnums=0)
def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
