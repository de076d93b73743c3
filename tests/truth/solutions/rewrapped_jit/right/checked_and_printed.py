"""Asserts what it expects and prints while tracing."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    print("compiling for a batch of shape", batch.shape)
    assert batch.ndim == 2
    scores = model(batch)
    assert scores.shape == (batch.shape[0],), scores.shape
    return jnp.mean(scores, axis=0)


def evaluate(model, batches):
    assert isinstance(batches, list)
    assert len(batches) > 0, "there is at least one batch"
    result = jnp.stack([mean_score(model, jnp.asarray(batch)) for batch in batches])
    assert result.shape == (len(batches),)
    return result
