"""Python calls itself for each layer.
Class: growth
Why: "It has as many operations for `2 L` layers as for `L`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def go_on(graphdef, state, i, depth, x):
    if i == depth:
        return x, [], []
    layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
    x = layer(x)
    y, activities, states = go_on(graphdef, state, i + 1, depth, x)
    return y, [jnp.abs(x).mean(), *activities], [nnx.state(layer), *states]


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    y, activities, states = go_on(graphdef, state, 0, jax.tree.leaves(state)[0].shape[0], x)
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return y, jnp.stack(activities)
