"""Returns the mean of the passes.
Class: structure
Why: "Return all outputs, stacked: the first pass at index 0".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)]).mean(axis=0)
