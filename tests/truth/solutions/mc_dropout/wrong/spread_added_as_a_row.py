"""The standard deviation of the passes is stacked behind them.
Class: structure
Why: "The result is a `jax.Array` of dtype float32 and shape `(samples, N, K)`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    return jnp.append(outputs, outputs.std(axis=0, keepdims=True), axis=0)
