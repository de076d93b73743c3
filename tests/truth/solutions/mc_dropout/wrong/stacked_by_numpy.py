"""Stacks by NumPy and returns its array.
Class: structure
Why: "The result is a `jax.Array` of dtype float32".
"""

import numpy as np
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return np.stack([np.asarray(forward(model, x)) for _ in range(samples)])
