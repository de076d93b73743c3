"""Forgets the rate.

Class: numbers
Why: `p - rate * g`
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - g, params, grads)
