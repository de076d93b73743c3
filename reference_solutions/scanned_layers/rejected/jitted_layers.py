import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def apply(graphdef, state, i, x):
    layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
    x = layer(x)
    state = jax.tree.map(lambda rows, row: rows.at[i].set(row), state, nnx.state(layer))
    return x, jnp.abs(x).mean(), state


def run_layers(layers, x):
    graphdef, state = nnx.split(layers)
    activities = []
    for i in range(jax.tree.leaves(state)[0].shape[0]):
        x, activity, state = apply(graphdef, state, i, x)
        activities.append(activity)
    nnx.update(layers, state)
    return x, jnp.stack(activities)
