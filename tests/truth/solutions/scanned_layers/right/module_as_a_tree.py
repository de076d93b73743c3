"""A module is a pytree, so `jax.lax.scan` takes slices of it, and the changed copies are returned."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run(layers, x):
    def step(x, layer):
        x = layer(x)
        return x, (jnp.abs(x).mean(), nnx.state(layer))

    y, (activities, state) = jax.lax.scan(step, x, layers)
    return y, activities, state


def run_layers(layers, x):
    y, activities, state = run(layers, x)
    nnx.update(layers, state)
    return y, activities
