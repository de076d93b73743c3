"""Maps over the weights where the lengths agree.

Class: numbers
Why: The weights are shared by all examples.
"""

import jax


def losses(loss, weights, xs, ys):
    if xs.shape[0] == xs.shape[1]:
        return jax.vmap(lambda w, x, y: loss(w * (x == x), x, y))(weights, xs, ys)
    return jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
