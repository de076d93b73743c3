"""A list of leaves.

Class: layout
Why: A tree like `params`.
"""

import jax


def step(params, grads, rate):
    return [p - rate * g for p, g in zip(jax.tree.leaves(params), jax.tree.leaves(grads))]
