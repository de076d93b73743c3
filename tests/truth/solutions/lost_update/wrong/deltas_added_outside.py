"""The jitted function returns how far the statistics move, and they are added up outside of it.
It breaks "All floating-point arithmetic runs in a function made by `jax.jit`, and outputs and statistics are what that returns".
Class: half_eager
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    before = nnx.split(nnx.clone(model), nnx.Param, ...)[2]
    outputs = model(batch)
    after = nnx.split(model, nnx.Param, ...)[2]
    return outputs, jax.tree.map(jnp.subtract, after, before)


def follow(model, batches):
    outputs = []
    for batch in batches:
        y, moved = forward(model, batch)
        nnx.update(model, jax.tree.map(jnp.add, nnx.split(model, nnx.Param, ...)[2], moved))
        outputs.append(y)
    return jnp.stack(outputs)
