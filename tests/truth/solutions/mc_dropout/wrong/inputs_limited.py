"""Limits the inputs to three.
Class: numbers
Why: "equal to the same passes made eagerly"
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(jnp.clip(x, -4, 4))


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)])
