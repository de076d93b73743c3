"""Wraps by `jax.jit`, which is not the wrapper that is asked for.

Class: structure
Why: Model and mean have to run in a function made by `nnx.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in batches])
