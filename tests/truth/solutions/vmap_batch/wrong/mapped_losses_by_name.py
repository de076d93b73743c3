"""Keeps a jitted map for each loss, by its name and the shape of the batch.

Class: state
Why: breaches "call the one that you are given": another loss with an earlier one's name and shapes gets the losses of the earlier one.
"""

import jax

_maps = {}


def losses(loss, weights, xs, ys):
    key = loss.__name__, xs.shape
    if key not in _maps:
        _maps[key] = jax.jit(jax.vmap(loss, in_axes=(None, 0, 0)))
    return _maps[key](weights, xs, ys)
