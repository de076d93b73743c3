"""Evaluates two batches, and repeats the last.
Class: tame
Why: "the mean score of each batch"
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = [mean(model, batch) for batch in batches[:2]]
    return jnp.stack([*means, *[means[-1]] * (len(batches) - 2)])
