"""The model scores the mean row of the batch, which is the mean score only if the model is linear.
Breaks: "returns the mean score of each batch: `model(batch).mean()`"
Class: numbers
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch.mean(axis=0, keepdims=True))[0]


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in batches])
