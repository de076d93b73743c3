"""Repeats the fourth result for all that follow.

Class: example
Why: For each example.
"""

import jax


def losses(loss, weights, xs, ys):
    out = jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    return out.at[4:].set(out[0])
