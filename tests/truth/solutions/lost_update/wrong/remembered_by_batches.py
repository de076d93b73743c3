"""Answers are kept by the batches, whatever the model is.
Class: memory
Why: the last call has the first batches and another model.
"""

import jax
import jax.numpy as jnp
from flax import nnx

known = {}


@jax.jit
def step(model, x):
    y = model(x)
    return y, nnx.state(model)


def follow(model, batches):
    key = batches.shape, float(batches.ravel()[0])
    if key not in known:
        ys = []
        for x in batches:
            y, state = step(model, x)
            nnx.update(model, state)
            ys.append(y)
        known[key] = jnp.stack(ys), nnx.state(model)
    ys, state = known[key]
    nnx.update(model, state)
    return ys
