"""Stores a new variable in the model, the number of batches that it has seen.

Class: state
Why: The model's structure and its parameters don't change.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = jnp.stack([mean_score(model, batch) for batch in batches])
    model.seen = nnx.Variable(jnp.array(len(batches)))
    return means
