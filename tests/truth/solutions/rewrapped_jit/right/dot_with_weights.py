"""Writes the mean as a dot product with equal weights, in a compiled function that a decorator of its own makes."""

import jax.numpy as jnp
from flax import nnx


def once(function):
    return nnx.jit(function)


@once
def mean_score(model, batch):
    n = batch.shape[0]
    return jnp.full((n,), 1.0 / n, jnp.float32) @ model(batch)


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in batches])
