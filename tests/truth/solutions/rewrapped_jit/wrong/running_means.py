"""Each number is the mean of the means so far, and not that of its own batch.
Class: numbers
Why: "which returns the mean score of each batch".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def update_mean(model, batch, mean, count):
    return mean + (model(batch).mean() - mean) / count


def evaluate(model, batches):
    means, mean = [], jnp.float32(0)
    for count, batch in enumerate(batches, start=1):
        mean = update_mean(model, batch, mean, count)
        means.append(mean)
    return jnp.stack(means)
