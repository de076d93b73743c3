"""The first target for all.

Class: numbers
Why: `ys[i]`
"""

import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(lambda x: loss(weights, x, ys[0]))(xs)
