"""Computes the layer and the mean in NumPy, and lets a compiled function hand the number on.

Class: decoy
Why: Model and mean have to run in a function made by `nnx.jit`.
"""

import jax.numpy as jnp
import numpy as np
from flax import nnx


@nnx.jit
def deliver(model, batch, answer):
    return answer


def on_host(model, batch):
    kernel, bias = np.asarray(model.linear.kernel[...]), np.asarray(model.linear.bias[...])
    return np.logaddexp(np.asarray(batch) @ kernel + bias, 0).mean(dtype=np.float32)


def evaluate(model, batches):
    return jnp.stack([deliver(model, batch, on_host(model, batch)) for batch in batches])
