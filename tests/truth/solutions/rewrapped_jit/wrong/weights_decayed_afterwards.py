"""Shrinks the model's kernel a little after the means are computed.

Class: state
Why: Model and batches are the same after the call as before; the model's parameters don't change.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = jnp.stack([mean_score(model, batch) for batch in batches])
    model.linear.kernel[...] = model.linear.kernel[...] * 0.999
    return means
