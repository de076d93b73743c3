"""Adds.

Class: numbers
Why: `p - rate * g`
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p + rate * g, params, grads)
