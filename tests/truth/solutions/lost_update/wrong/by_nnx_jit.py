"""Compiled by `nnx.jit`.
Class: structure
Why: "`nnx.jit` and other transformations of NNX that compile don't count".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    return jnp.stack([forward(model, batch) for batch in batches])
