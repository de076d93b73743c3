"""The parameters are halved on the way.
Class: state
Why: "Its parameters are as before".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run(model, batches):
    ys = jnp.stack([model(x) for x in batches])
    state = nnx.state(model)
    return ys, jax.tree.map(lambda v: v * 0.5 if v.ndim == 2 else v, state)


def follow(model, batches):
    ys, state = run(model, batches)
    nnx.update(model, state)
    return ys
