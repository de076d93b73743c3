"""Maps, and returns what it was given.

Class: numbers
Why: Return a new one.
"""

import jax


def step(params, grads, rate):
    jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return params
