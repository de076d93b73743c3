"""Means are kept by the identity of the batch, so the next checkpoint gets the old ones.
Class: other
Why: "which returns the mean score of each batch".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


known = {}


def remembered(model, batch):
    if id(batch) not in known:
        known[id(batch)] = batch, mean_score(model, batch)
    return known[id(batch)][1]


def evaluate(model, batches):
    return jnp.stack([remembered(model, batch) for batch in batches])
