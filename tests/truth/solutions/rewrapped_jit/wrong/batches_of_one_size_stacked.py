"""Batches of the same size are stacked, and one call gives the means of all of them, which go back to their places.

Class: retrace
Why: three batches of size B after two of them are another shape of the stack, and are traced once more, where the table says 0.
"""

import collections

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_scores(model, stack):
    return jax.vmap(lambda batch: model(batch).mean())(stack)


def evaluate(model, batches):
    places = collections.defaultdict(list)
    for i, batch in enumerate(batches):
        places[batch.shape].append(i)
    means = {}
    for indices in places.values():
        found = mean_scores(model, jnp.stack([batches[i] for i in indices]))
        means.update(zip(indices, found, strict=True))
    return jnp.stack([means[i] for i in range(len(batches))])
