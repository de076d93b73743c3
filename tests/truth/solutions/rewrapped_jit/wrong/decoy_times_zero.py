"""Adds zero times the compiled scores to eager means.

Class: decoy
Why: Model and mean have to run in a function made by `nnx.jit`.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def first_score(model, batch):
    return model(batch)[0]


def evaluate(model, batches):
    return jnp.stack([model(batch).mean() + 0.0 * first_score(model, batch) for batch in batches])
