"""`jax.tree_util`, with paths."""

import jax


def step(params, grads, rate):
    return jax.tree_util.tree_map_with_path(lambda path, p, g: p - g * rate, params, grads)
