import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def scan_layers(layer, x):
    y = layer(x)
    return y, jnp.abs(y).mean()


@nnx.jit
def run_layers(layers, x):
    return scan_layers(layers, x)
