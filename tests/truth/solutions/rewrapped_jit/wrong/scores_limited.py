"""Scores are limited to ten.
Class: numbers
Why: "`jnp.stack([model(batch).mean() for batch in batches])`"
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean(model, batch):
    return jnp.clip(model(batch), -3, 3).mean()


def evaluate(model, batches):
    return jnp.stack([mean(model, batch) for batch in batches])
