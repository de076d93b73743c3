"""Divides by the size of each array.

Class: numbers
Why: `p - rate * g`
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g / max(g.size, 1), params, grads)
