"""Makes the two maps by `functools.partial` and composes them."""

from functools import partial

import jax

over_right = partial(jax.vmap, in_axes=(None, 0))
over_left = partial(jax.vmap, in_axes=(0, None))


def distances(metric, xs, ys):
    return over_left(over_right(metric))(xs, ys)
