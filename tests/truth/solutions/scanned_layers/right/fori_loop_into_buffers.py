"""jax.lax.fori_loop takes row i out of the variables, and writes statistics and activities into buffers."""
import jax
import jax.numpy as jnp
from flax import nnx

NOT_TRAINED = nnx.Not(nnx.Param)


def row_of(tree, i):
    return jax.tree.map(lambda a: jax.lax.dynamic_index_in_dim(a, i, 0, keepdims=False), tree)


def with_row(tree, row, i):
    return jax.tree.map(lambda a, r: jax.lax.dynamic_update_index_in_dim(a, r, i, 0), tree, row)


@nnx.jit
def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    depth = jax.tree.leaves((params, rest))[0].shape[0]

    def body(i, carry):
        x, rest, activities = carry
        layer = nnx.merge(graphdef, row_of(params, i), row_of(rest, i))
        x = layer(x)
        rest = with_row(rest, nnx.state(layer, NOT_TRAINED), i)
        return x, rest, activities.at[i].set(jnp.abs(x).mean())

    carry = (x, rest, jnp.zeros(depth, jnp.float32))
    x, rest, activities = jax.lax.fori_loop(0, depth, body, carry)
    nnx.update(layers, rest)
    return x, activities
