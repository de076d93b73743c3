"""Sends the batch through a compiled identity, and runs the model eagerly.

Class: decoy
Why: Model and mean have to run in a function made by `nnx.jit`.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def touch(model, batch):
    return batch


def evaluate(model, batches):
    return jnp.stack([model(touch(model, batch)).mean() for batch in batches])
