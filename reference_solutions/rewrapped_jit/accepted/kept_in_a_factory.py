"""A factory without arguments, whose one result is kept."""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.cache
def get_mean_score():
    return nnx.jit(lambda model, batch: model(batch).sum() / batch.shape[0])


def evaluate(model, batches):
    mean_score = get_mean_score()
    means = jnp.zeros(len(batches))
    for number, batch in enumerate(batches):
        means = means.at[number].set(mean_score(model, batch))
    return means
