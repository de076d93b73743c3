"""The rate without its sign.

Class: numbers
Why: It may be negative.
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - abs(rate) * g, params, grads)
