"""Repeats the rows of x, so that one pass draws the masks of all samples.

Class: key
Why: The masks aren't those of passes made one after the other, and for samples = 3 the counter moves on by 1 instead of 3.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = forward(model, jnp.tile(x, (samples, 1)))
    return outputs.reshape(samples, x.shape[0], -1)
