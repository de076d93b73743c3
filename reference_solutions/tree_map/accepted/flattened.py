"""Leaves of both trees, in the order that JAX has for both."""

import jax


def step(params, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    moved = [p - rate * g for p, g in zip(leaves, jax.tree.leaves(grads), strict=True)]
    return jax.tree.unflatten(structure, moved)
