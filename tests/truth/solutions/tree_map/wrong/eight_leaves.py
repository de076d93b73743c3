"""Moves the first five leaves.

Class: example
Why: Each array.
"""

import jax


def step(params, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    moved = [p - rate * g for p, g in zip(leaves[:4], jax.tree.leaves(grads))]
    return jax.tree.unflatten(structure, moved + leaves[4:])
