"""The model is a static argument.
Class: structure
Why: "run the forward pass of `model` in a function made by `jax.jit`, so that the running mean and the counter move".
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def step(model, x):
    y = model(x)
    return y, nnx.state(model)


def follow(model, batches):
    ys = []
    for x in batches:
        y, state = step(model, x)
        nnx.update(model, state)
        ys.append(y)
    return jnp.stack(ys)
