import jax.numpy as jnp
from flax import nnx


def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    return step(layers, x)
