"""Means are kept in a dict by the batch's id, so a batch that is twice in the list gives one result only.
It breaks "The result is a jax.Array of dtype float32 and shape (S,)" for a list with the same array twice.
Class: numbers
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = {id(batch): mean_score(model, batch) for batch in batches}
    return jnp.stack(list(means.values()))
