"""Leaves the last row out of batches that are larger than the first, to avoid a second program.

Class: numbers
Why: `batches` may differ in `B`; the mean score of each batch.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    smallest = min(batch.shape[0] for batch in batches)
    return jnp.stack([mean_score(model, batch[:smallest]) for batch in batches])
