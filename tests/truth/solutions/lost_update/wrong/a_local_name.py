"""Binds the returned model to the name of the argument.
Class: state
Why: "After the call the caller's `model` holds what `B` forward passes leave".
"""

import jax
import jax.numpy as jnp


@jax.jit
def step(model, x):
    return model(x), model


def follow(model, batches):
    ys = []
    for x in batches:
        y, model = step(model, x)
        ys.append(y)
    return jnp.stack(ys)
