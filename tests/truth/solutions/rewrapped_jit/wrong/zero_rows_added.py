"""Pads each batch with zero rows to eight and counts them in the mean.

Class: numbers
Why: The mean score of each batch.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    padded = [jnp.pad(batch, ((0, 8 - batch.shape[0]), (0, 0))) for batch in batches]
    return jnp.stack([mean_score(model, batch) for batch in padded])
