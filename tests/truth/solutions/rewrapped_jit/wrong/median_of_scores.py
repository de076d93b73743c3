"""The median of the scores is taken, which is not their mean.
Class: numbers
Why: "which returns the mean score of each batch".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return jnp.median(model(batch))


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in batches])
