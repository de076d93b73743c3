"""The jitted function adds the scores up, and the division by the number of rows is dressed as an update at an index.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `nnx.jit`", but `at[i].divide` divides eagerly.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def total_score(model, batch):
    return model(batch).sum()


def evaluate(model, batches):
    means = jnp.stack([total_score(model, batch) for batch in batches])
    for i, batch in enumerate(batches):
        means = means.at[i].divide(batch.shape[0])
    return means
