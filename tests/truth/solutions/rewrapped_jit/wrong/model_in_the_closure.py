"""Closes over the first model, and goes on with its parameters.

Class: numbers
Why: Model and mean have to run in a function made by `nnx.jit`, which gets the model as an argument.
"""

import jax.numpy as jnp
from flax import nnx

first = []


@nnx.jit
def mean_score(batch):
    return first[0](batch).mean()


def evaluate(model, batches):
    if not first:
        first.append(model)
    return jnp.stack([mean_score(batch) for batch in batches])
