"""Looks each gradient up by the path of its parameter, and builds the tree anew."""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    by_path = dict(jax.tree_util.tree_flatten_with_path(grads)[0])
    placed, structure = jax.tree_util.tree_flatten_with_path(params)

    def moved(path, p):
        return jnp.subtract(p, jnp.multiply(by_path[path], jnp.asarray(rate, p.dtype)))

    return jax.tree.unflatten(structure, (moved(path, p) for path, p in placed))
