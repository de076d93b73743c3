"""Maps over the batch, and calls the loss itself where the batch is a single row.

Class: half_eager
Why: breaches "under jax.vmap, and never on plain arrays": for N = 1 the loss gets the arrays themselves.
"""

import jax


def losses(loss, weights, xs, ys):
    if xs.shape[0] == 1:
        return loss(weights, xs[0], ys[0]).reshape(1)
    return jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
