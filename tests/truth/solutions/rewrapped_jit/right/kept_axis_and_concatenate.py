"""The jitted function gets the batch first and returns an array of shape (1,); these are joined."""

from operator import methodcaller

import jax.numpy as jnp
from flax import nnx

take_mean = methodcaller("mean", keepdims=True)
score_one = nnx.jit(lambda batch, model: take_mean(model(batch)))


def evaluate(model, batches):
    match batches:
        case [only]:
            return score_one(only, model)
        case _:
            return jnp.concatenate([score_one(batch, model) for batch in batches])
