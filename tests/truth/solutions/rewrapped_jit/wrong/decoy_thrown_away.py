"""Calls the compiled function for its traces and computes the answer eagerly.

Class: decoy
Why: Model and mean have to run in a function made by `nnx.jit`, and the wrapped function is used.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    for batch in batches:
        mean_score(model, batch)
    return jnp.stack([model(batch).mean() for batch in batches])
