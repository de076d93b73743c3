"""Shrinks the parameters a little, too.

Class: numbers
Why: `p - rate * g`
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: (1 - 0.01 * rate) * p - rate * g, params, grads)
