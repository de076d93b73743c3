"""Writes back the statistics that are attributes of the module itself, and not those of its submodules.

Class: state
Why: for a layer with its statistics in a submodule, such as layer.norm.mean, they are as before after the call, while layers must hold the new statistics of all layers.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, statistics, others, x):
    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        return x, (nnx.state(layer, nnx.BatchStat), jnp.abs(x).mean())

    y, (statistics, activities) = jax.lax.scan(step, x, (statistics, others))
    return y, activities, statistics


def run_layers(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    y, activities, statistics = program(graphdef, statistics, others, x)
    own = {name: value for name, value in statistics.items() if not isinstance(value, (dict, nnx.State))}
    nnx.update(layers, nnx.State(own))
    return y, activities
