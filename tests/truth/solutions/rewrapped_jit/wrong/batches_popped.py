"""Empties the caller's list of batches while it evaluates.

Class: state
Why: Model and batches are the same after the call as before.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = []
    while batches:
        means.append(mean_score(model, batches.pop(0)))
    return jnp.stack(means)
