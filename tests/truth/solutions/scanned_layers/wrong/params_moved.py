"""A Param is changed after the scan.
Class: state
Why: "The Params are as before".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    results = step(layers, x)
    nnx.update(layers, jax.tree.map(lambda v: 0.5 * v, nnx.state(layers, nnx.Param)))
    return results
