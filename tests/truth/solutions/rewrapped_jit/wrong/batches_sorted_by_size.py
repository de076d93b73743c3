"""The batches are sorted by size, and the means come in that order.
Class: structure
Why: "jnp.stack([model(batch).mean() for batch in batches])".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch) for batch in sorted(batches, key=len)])
