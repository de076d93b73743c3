"""`in_axes` by position."""

import jax


def losses(loss, weights, xs, ys):
    batched = jax.vmap(loss, (None, 0, 0))
    return batched(weights, xs, ys)
