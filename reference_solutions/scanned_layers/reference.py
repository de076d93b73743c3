"""The truth of `scanned_layers`: one layer in a scan, whose variables come back."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def _run(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()


def run_layers(layers, x):
    """Apply all layers in their order, and return the outputs and each layer's activity."""
    return _run(layers, x)
