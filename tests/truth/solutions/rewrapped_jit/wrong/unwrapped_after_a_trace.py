"""Calls the compiled function once for each size, and the plain function behind it from then on.

Class: decoy
Why: Model and mean have to run in a function made by `nnx.jit`.
"""

import jax.numpy as jnp
from flax import nnx

sizes = set()


def mean_score(model, batch):
    return model(batch).mean()


compiled = nnx.jit(mean_score)


def evaluate(model, batches):
    means = []
    for batch in batches:
        function = mean_score if batch.shape in sizes else compiled
        sizes.add(batch.shape)
        means.append(function(model, batch))
    return jnp.stack(means)
