"""Compiles all up to the dropout and applies the last layer eagerly.
Class: half_eager
Why: "Compile the forward pass, once".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def dropped(model, x):
    return model.dropout(nnx.tanh(model.hidden(x)))


def sample_outputs(model, x, samples):
    return jnp.stack([model.out(dropped(model, x)) for _ in range(samples)])
