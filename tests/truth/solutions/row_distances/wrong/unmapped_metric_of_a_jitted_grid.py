"""Unrolls the pairs in a compiled function, in Python, where the metric sees tracers but no map.

Class: mark
Why: `metric` is called under `jax.vmap`, once in each call of yours, and not in a loop.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    @jax.jit
    def table(xs, ys):
        return jnp.stack([jnp.stack([metric(x, y) for y in ys]) for x in xs])

    return table(xs, ys)
