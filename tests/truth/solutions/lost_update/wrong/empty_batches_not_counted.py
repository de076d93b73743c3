"""A batch of zeros is taken for an empty one, and moves no statistics.
It breaks "so that the running mean and the counter move as if you had called `model(batch)`", for a batch of zeros.
Class: numbers
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    before = nnx.state(nnx.clone(model))
    outputs = model(batch)
    seen = batch.any()
    return outputs, jax.tree.map(lambda old, new: jnp.where(seen, new, old), before, nnx.state(model))


def follow(model, batches):
    outputs = []
    for batch in batches:
        y, state = forward(model, batch)
        nnx.update(model, state)
        outputs.append(y)
    return jnp.stack(outputs)
