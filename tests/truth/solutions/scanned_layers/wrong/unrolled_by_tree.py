"""A generator makes the layers, and a loop calls them.
Class: growth
Why: "Write a program that does not grow with the depth".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def slices(layers):
    graphdef, state = nnx.split(layers)
    for i in range(jax.tree.leaves(state)[0].shape[0]):
        yield nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))


@nnx.jit
def run_layers(layers, x):
    activities, states = [], []
    for layer in slices(layers):
        x = layer(x)
        activities.append(jnp.abs(x).mean())
        states.append(nnx.state(layer))
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return x, jnp.array(activities)
