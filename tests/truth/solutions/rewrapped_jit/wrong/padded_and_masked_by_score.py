"""Pads all batches of a call to the largest one, and counts the rows whose score isn't 0.

Class: numbers
Why: where a real row has the score 0, it is left out of the mean (and padded rows count if the model has a bias), so the mean is too large.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    scores = model(batch)
    real = scores != 0
    return jnp.where(real, scores, 0).sum() / jnp.maximum(real.sum(), 1)


def evaluate(model, batches):
    size = max(len(batch) for batch in batches)
    padded = [jnp.pad(batch, ((0, size - len(batch)), (0, 0))) for batch in batches]
    return jnp.stack([mean_score(model, batch) for batch in padded])
