"""Calls the eager model of a global from a host callback.

Class: host
Why: Model and mean have to run in a function made by `nnx.jit`, which gets the model as an argument.
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

current = []


def on_host(batch):
    model = current[-1]
    kernel, bias = np.asarray(model.linear.kernel[...]), np.asarray(model.linear.bias[...])
    return np.logaddexp(np.asarray(batch) @ kernel + bias, 0).mean(dtype=np.float32)


@nnx.jit
def mean_score(model, batch):
    return jax.experimental.io_callback(on_host, jax.ShapeDtypeStruct((), jnp.float32), batch)


def evaluate(model, batches):
    current[:] = [model]
    return jnp.stack([mean_score(model, batch).block_until_ready() for batch in batches])
