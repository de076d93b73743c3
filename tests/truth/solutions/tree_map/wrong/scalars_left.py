"""Leaves arrays without axes.

Class: numbers
Why: Any shape, `()` included.
"""

import jax


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * g if p.shape else p, params, grads)
