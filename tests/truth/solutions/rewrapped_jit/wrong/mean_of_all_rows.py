"""Returns the mean over all batches, repeated.

Class: numbers
Why: The mean score of each batch.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def total(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = [total(model, batch) for batch in batches]
    return jnp.full((len(means),), sum(means) / len(means))
