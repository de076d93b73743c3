"""Let nnx.jit do all the work, and send the outputs through a jax.jit that returns them.

Class: decoy
Why: it breaches "nnx.jit and other transformations of NNX that compile don't count": the function made by jax.jit never sees the model.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def move(model, batch):
    return model(batch)


@jax.jit
def forward(outputs):
    return outputs


def follow(model, batches):
    return forward(jnp.stack([move(model, batch) for batch in batches]))
