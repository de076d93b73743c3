"""Gives the rate to the map.

Class: structure
Why: The rate is one number.
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g, r: p - r * g, params, grads, rate)
