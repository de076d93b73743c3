"""Wrapped by a call at module level; the means are collected in a dict first."""

import jax.numpy as jnp
from flax import nnx


def mean_score(model, batch):
    return jnp.mean(model(batch))


fast_mean_score = nnx.jit(mean_score)


def evaluate(model, batches):
    means = {number: fast_mean_score(model, batch) for number, batch in enumerate(batches)}
    return jnp.array([means[number] for number in range(len(batches))])
