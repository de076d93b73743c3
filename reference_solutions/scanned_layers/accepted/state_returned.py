"""`jax.jit` of a pure function, whose new state is written back outside."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, state, x):
    def step(x, row):
        layer = nnx.merge(graphdef, row)
        x = layer(x)
        return x, (x, nnx.state(layer))

    y, (outputs, state) = jax.lax.scan(step, x, state)
    return y, jnp.abs(outputs).mean(axis=(1, 2)), state


def run_layers(layers, x):
    y, activities, state = run(*nnx.split(layers), x)
    nnx.update(layers, state)
    return y, activities
