"""A fori_loop that takes row i of everything, and writes row i of a flat list of statistics."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run_rows(graphdef, stats, rest, x):
    depth = jax.tree.leaves((stats, rest))[0].shape[0]
    leaves, shape = jax.tree.flatten(stats)

    def body(i, carried):
        h, leaves, activities = carried
        rows = jax.tree.map(lambda array: array[i], (jax.tree.unflatten(shape, leaves), rest))
        layer = nnx.merge(graphdef, *rows)
        h = layer(h)
        news = jax.tree.leaves(nnx.state(layer, nnx.BatchStat))
        leaves = [leaf.at[i].set(new) for leaf, new in zip(leaves, news, strict=True)]
        return h, leaves, activities.at[i].set(jnp.abs(h).mean())

    start = x, leaves, jnp.zeros(depth, jnp.float32)
    y, leaves, activities = jax.lax.fori_loop(0, depth, body, start)
    return y, activities, jax.tree.unflatten(shape, leaves)


def run_layers(layers, x):
    y, activities, stats = run_rows(*nnx.split(layers, nnx.BatchStat, ...), x)
    nnx.update(layers, stats)
    return y, activities
