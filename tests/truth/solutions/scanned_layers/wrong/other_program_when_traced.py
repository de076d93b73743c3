"""A scan for whoever traces, and a loop for plain arrays.
Class: tame
Why: "It has as many operations for `2 L` layers as for `L`".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
def scanned(layer, x):
    x = layer(x)
    return x, jnp.abs(x).mean()


def run_layers(layers, x):
    if isinstance(x, jax.core.Tracer):
        return scanned(layers, x)
    graphdef, state = nnx.split(layers)
    activities, states = [], []
    for i in range(jax.tree.leaves(state)[0].shape[0]):
        layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
        x = layer(x)
        activities.append(jnp.abs(x).mean())
        states.append(nnx.state(layer))
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return x, jnp.stack(activities)
