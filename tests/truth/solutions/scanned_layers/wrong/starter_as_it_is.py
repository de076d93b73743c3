"""The Python loop of the starter.
Class: growth
Why: "It has as many operations for `2 L` layers as for `L`".
"""

from operator import itemgetter

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    # The numbers are right. But each layer is a copy
    # of its own in the program, and XLA compiles them all.
    graphdef, state = nnx.split(layers)
    depth = jax.tree.leaves(state)[0].shape[0]
    states, activities = [], []
    for i in range(depth):
        layer = nnx.merge(graphdef, jax.tree.map(itemgetter(i), state))
        x = layer(x)
        activities.append(jnp.abs(x).mean())
        states.append(nnx.state(layer))
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return x, jnp.stack(activities)
