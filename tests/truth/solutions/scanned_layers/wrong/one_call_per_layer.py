"""A jitted function runs one layer, and is called for each row; the rows are cut out and stacked outside.

Class: dispatches
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes": here are L calls, and as many Python steps.
"""

from operator import itemgetter

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_one(layer, h):
    h = layer(h)
    return h, jnp.abs(h).mean()


def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    depth = jax.tree.leaves(state)[0].shape[0]
    activities, rows = [], []
    for i in range(depth):
        layer = nnx.merge(graphdef, jax.tree.map(itemgetter(i), state))
        x, activity = run_one(layer, x)
        activities.append(activity)
        rows.append(nnx.state(layer, nnx.BatchStat))
    nnx.update(layers, jax.tree.map(lambda *parts: jnp.stack(parts), *rows))
    return x, jnp.stack(activities)
