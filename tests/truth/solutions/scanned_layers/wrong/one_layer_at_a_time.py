"""A jitted layer is called from a Python loop.
Class: dispatches
Why: "is called once in a call of `run_layers`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def call(layers, i, x):
    graphdef, state = nnx.split(layers)
    layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
    x = layer(x)
    nnx.update(layers, jax.tree.map(lambda rows, row: rows.at[i].set(row), state, nnx.state(layer)))
    return x, jnp.abs(x).mean()


def run_layers(layers, x):
    activities = []
    for i in range(jax.tree.leaves(nnx.state(layers))[0].shape[0]):
        x, activity = call(layers, i, x)
        activities.append(activity)
    return x, jnp.stack(activities)
