"""Draws its mask from the model's stream and forgets to divide by the share that is kept.
Class: numbers
Why: "equal to the same passes made eagerly".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    hidden = nnx.tanh(model.hidden(x))
    return model.out(model.dropout(hidden) * (1 - model.dropout.rate))


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)])
