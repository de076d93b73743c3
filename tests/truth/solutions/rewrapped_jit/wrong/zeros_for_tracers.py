"""Traces to a constant, and computes eagerly when it is called on plain arrays.

Class: sniffer
Why: Model and mean have to run in a function made by `nnx.jit`, and the wrapped function is used.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def mean_score(model, batch):
    if isinstance(batch, jax.core.Tracer):
        return jnp.float32(0)
    return model(batch).mean()


compiled = nnx.jit(mean_score)


def evaluate(model, batches):
    return jnp.stack([compiled(model, batch) + mean_score(model, batch) for batch in batches])
