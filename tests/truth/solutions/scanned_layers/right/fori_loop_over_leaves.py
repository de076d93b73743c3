"""A loop over numbers, which carries the outputs, the leaves of the statistics and the activities, and writes rows into them."""

import jax
import jax.numpy as jnp
from flax import nnx


def row_of(tree, i):
    return jax.tree.map(lambda rows: jax.lax.dynamic_index_in_dim(rows, i, keepdims=False), tree)


def work(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    leaves, treedef = jax.tree.flatten(statistics)
    depth = jax.tree.leaves((leaves, others))[0].shape[0]

    def body(i, carry):
        h, leaves, activities = carry
        layer = nnx.merge(graphdef, row_of(treedef.unflatten(leaves), i), row_of(others, i))
        h = layer(h)
        changed = jax.tree.leaves(nnx.state(layer, nnx.BatchStat))
        leaves = [rows.at[i].set(row) for rows, row in zip(leaves, changed, strict=True)]
        return h, leaves, activities.at[i].set(jnp.abs(h).mean())

    y, leaves, activities = jax.lax.fori_loop(0, depth, body, (x, leaves, jnp.zeros(depth, x.dtype)))
    nnx.update(layers, treedef.unflatten(leaves))
    return y, activities


compiled = nnx.jit(work)


def run_layers(layers, x):
    return compiled(layers, x)
