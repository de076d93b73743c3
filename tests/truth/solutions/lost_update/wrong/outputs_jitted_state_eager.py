"""The outputs are the jitted function's, the state that of an eager pass of a copy.
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
        y, _ = step(model, x)
        copy = nnx.clone(model)
        copy(x)
        nnx.update(model, nnx.state(copy))
        ys.append(y)
    return jnp.stack(ys)
