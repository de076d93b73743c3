"""Keeps the plain function of the starter and wraps it once under a second name."""

import jax.numpy as jnp
from flax import nnx


def mean_score(model, batch):
    return model(batch).mean()


compiled_mean_score = nnx.jit(mean_score)


def evaluate(model, batches):
    means = []
    for batch in batches:
        means.append(compiled_mean_score(model, batch))
    return jnp.stack(means)
