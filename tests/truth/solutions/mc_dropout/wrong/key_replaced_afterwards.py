"""Reseeds the model's stream after the passes.
Class: key
Why: "The masks come from the model's own random state ... After the call this state has moved on by `samples` draws".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    model.dropout.rngs.key[...] = jax.random.fold_in(model.dropout.rngs.key[...], samples)
    return outputs
