"""Finds out by the lengths which arguments have examples.

Class: numbers
Why: where N equals D, the weights are as long as the batch, so each row gets one weight in place of all.
"""

import jax


def losses(loss, weights, xs, ys):
    n = len(ys)
    args = weights, xs, ys
    return jax.vmap(loss, in_axes=tuple(0 if len(a) == n else None for a in args))(*args)
