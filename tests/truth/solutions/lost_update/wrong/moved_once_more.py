"""The first batch moves the statistics once more at the end.
Class: state
Why: "what `B` forward passes leave".
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
    for x in [*batches, batches[0]]:
        y, state = step(model, x)
        nnx.update(model, state)
        ys.append(y)
    return jnp.stack(ys[:-1])
