import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def scanned(layers, x):
    return nnx.scan(lambda layer, x: layer(x), in_axes=(0, nnx.Carry), out_axes=nnx.Carry)(layers, x)


def run_layers(layers, x):
    scanned(nnx.clone(layers), x)
    graphdef, state = nnx.split(layers)
    states, activities = [], []
    for i in range(jax.tree.leaves(state)[0].shape[0]):
        layer = nnx.merge(graphdef, jax.tree.map(lambda rows: rows[i], state))
        x = layer(x)
        activities.append(jnp.abs(x).mean())
        states.append(nnx.state(layer))
    nnx.update(layers, jax.tree.map(lambda *rows: jnp.stack(rows), *states))
    return x, jnp.stack(activities)
