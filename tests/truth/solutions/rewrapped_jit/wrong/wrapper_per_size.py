"""Keeps one wrapper for each size of batch.

Class: retrace
Why: `nnx.jit` wraps the function once in all four calls.
"""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.lru_cache
def scorer(rows):
    return nnx.jit(lambda model, batch: model(batch).sum() / rows)


def evaluate(model, batches):
    return jnp.stack([scorer(batch.shape[0])(model, batch) for batch in batches])
