"""A `fori_loop` with everything in its carry: a row is read and written at the counter."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    depth = jax.tree.leaves(state)[0].shape[0]

    def body(i, carry):
        x, activities, state = carry
        layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
        x = layer(x)
        state = jax.tree.map(lambda rows, row: rows.at[i].set(row), state, nnx.state(layer))
        return x, activities.at[i].set(jnp.abs(x).mean()), state

    y, activities, state = jax.lax.fori_loop(0, depth, body, (x, jnp.zeros(depth), state))
    nnx.update(layers, state)
    return y, activities
