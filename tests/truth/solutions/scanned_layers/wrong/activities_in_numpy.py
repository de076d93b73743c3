"""The activities are computed in NumPy.
Class: host
Why: "Nothing is computed in NumPy or by a callback".
"""

import numpy as np
import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def run(layer, x):
    x = layer(x)
    return x, x


def run_layers(layers, x):
    y, outputs = run(layers, x)
    return y, jnp.asarray(np.abs(np.asarray(outputs)).mean(axis=(1, 2)))
