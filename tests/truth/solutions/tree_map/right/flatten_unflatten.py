"""Flattens both, and builds the first again."""

import jax


def step(params, grads, rate):
    flat, treedef = jax.tree.flatten(params)
    flat_grads, _ = jax.tree.flatten(grads)
    return jax.tree.unflatten(treedef, [p - rate * g for p, g in zip(flat, flat_grads)])
