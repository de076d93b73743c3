"""Returns the steps.

Class: numbers
Why: `p - rate * g`
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda g: -rate * g, grads)
