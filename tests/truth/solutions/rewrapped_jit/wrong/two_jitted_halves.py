"""Model and mean are two jitted functions, each of which is traced for a new size.
Class: retrace
Why: "Exactly the counts in the table".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def scores_of(model, batch):
    return model(batch)


@nnx.jit
def mean_of(scores):
    return scores.mean()


def evaluate(model, batches):
    return jnp.stack([mean_of(scores_of(model, batch)) for batch in batches])
