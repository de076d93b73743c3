import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)

    def step(x, row):
        layer = nnx.merge(graphdef, row)
        x = layer(x)
        return x, (jnp.abs(x).mean(), nnx.state(layer))

    y, (activities, new) = jax.lax.scan(step, x, state)
    nnx.update(layers, new)
    return y, activities
