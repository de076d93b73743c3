"""Calls the metric on the first two rows to see what it returns, and then maps.

Class: half_eager
Why: `metric` is called under `jax.vmap`, once in each call of yours, never on plain arrays.
"""

import jax


def distances(metric, xs, ys):
    probe = metric(xs[0], ys[0])
    assert probe.shape == ()
    return jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
