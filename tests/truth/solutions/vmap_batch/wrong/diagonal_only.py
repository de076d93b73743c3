"""Pairs examples with targets in the other order.

Class: numbers
Why: `loss(weights, xs[i], ys[i])` at `[i]`
"""

import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys[::-1])
