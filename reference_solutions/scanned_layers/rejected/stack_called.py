import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    y = layers(x)
    return y, jnp.abs(y).mean()
