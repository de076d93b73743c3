"""Wraps once in each call of `evaluate`, which begins with an empty cache.

Class: retrace
Why: `nnx.jit` wraps the function once in all four calls.
"""

import jax.numpy as jnp
from flax import nnx


def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    compiled = nnx.jit(mean_score)
    return jnp.stack([compiled(model, batch) for batch in batches])
