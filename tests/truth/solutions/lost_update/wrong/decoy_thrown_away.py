"""A jitted pass runs, and what it returns is thrown away.
Class: decoy
Why: "outputs and statistics are what that returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(model, x):
    y = model(x)
    return y, nnx.state(model)


def follow(model, batches):
    ys = []
    for x in batches:
        step(model, x)
        ys.append(model(x))
    return jnp.stack(ys)
