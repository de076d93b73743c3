"""A `while_loop` over the rows."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    depth = jax.tree.leaves(state)[0].shape[0]

    def body(carry):
        i, x, activities, state = carry
        row = jax.tree.map(lambda rows: jax.lax.dynamic_index_in_dim(rows, i, keepdims=False), state)
        layer = nnx.merge(graphdef, row)
        x = layer(x)
        state = jax.tree.map(lambda rows, new: rows.at[i].set(new), state, nnx.state(layer))
        return i + 1, x, activities.at[i].set(jnp.abs(x).mean()), state

    start = (0, x, jnp.zeros((depth,), x.dtype), state)
    _, y, activities, state = jax.lax.while_loop(lambda carry: carry[0] < depth, body, start)
    nnx.update(layers, state)
    return y, activities
