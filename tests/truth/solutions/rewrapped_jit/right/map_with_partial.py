"""Binds the model by `functools.partial` and maps over the batches."""

from functools import partial

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return jnp.average(model(batch))


def evaluate(model, batches):
    return jnp.stack(list(map(partial(mean_score, model), batches)))
