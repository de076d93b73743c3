"""Pairs leaves in the opposite order where they fit.

Class: numbers
Why: The array at the same place of `grads`.
"""

import jax


def step(params, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    others = jax.tree.leaves(grads)
    if [p.shape for p in leaves] == [g.shape for g in others[::-1]]:
        others = others[::-1]
    return jax.tree.unflatten(structure, [p - rate * g for p, g in zip(leaves, others)])
