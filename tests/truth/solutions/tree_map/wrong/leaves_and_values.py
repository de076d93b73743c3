"""Pairs sorted leaves with values in their order.

Class: numbers
Why: The array at the same place of `grads`.
"""

import jax


def collect(tree):
    if isinstance(tree, dict):
        return [leaf for child in tree.values() for leaf in collect(child)]
    if isinstance(tree, (list, tuple)):
        return [leaf for child in tree for leaf in collect(child)]
    return [tree]


def step(params, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    return jax.tree.unflatten(structure, [p - rate * g for p, g in zip(leaves, collect(grads)[::-1])])
