"""Keeps the mean of each pair of model and batch, by their ids, so as not to compute it again.

Class: key
Why: A model whose parameters were updated in place since the last call gets its old means, and so does a new model with the id of a dead one; when the first model comes back, the wrapped function isn't used at all.
"""

import jax.numpy as jnp
from flax import nnx

known = {}


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = []
    for batch in batches:
        key = id(model), id(batch)
        if key not in known:
            known[key] = mean_score(model, batch)
        means.append(known[key])
    return jnp.stack(means)
