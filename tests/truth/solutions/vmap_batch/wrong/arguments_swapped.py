"""Example and weights swapped.

Class: numbers
Why: `loss(weights, x, y)`
"""

import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(lambda x, y: loss(x, weights, y))(xs, ys)
