"""Keeps one wrapper for each model.

Class: retrace
Why: `nnx.jit` wraps the function once in all four calls.
"""

import jax.numpy as jnp
from flax import nnx

wrappers = {}


def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    compiled = wrappers.setdefault(id(model), nnx.jit(mean_score))
    return jnp.stack([compiled(model, batch) for batch in batches])
