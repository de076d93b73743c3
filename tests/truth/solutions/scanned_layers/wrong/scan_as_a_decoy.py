"""A scan on a copy beside a Python loop, all of it jitted.
Class: decoy
Why: "It has as many operations for `2 L` layers as for `L`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    shown, _ = nnx.scan(lambda x, layer: (layer(x), None))(x, nnx.clone(layers))
    graphdef, state = nnx.split(layers)
    activities, states = [], []
    for i in range(jax.tree.leaves(state)[0].shape[0]):
        layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
        x = layer(x)
        activities.append(jnp.abs(x).mean())
        states.append(nnx.state(layer))
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return x + 0 * shown, jnp.stack(activities)
