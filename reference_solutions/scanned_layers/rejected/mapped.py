import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.vmap(in_axes=(0, None))
    def apply(layer, x):
        x = layer(x)
        return x, jnp.abs(x).mean()

    outputs, activities = apply(layers, x)
    return outputs[-1], activities
