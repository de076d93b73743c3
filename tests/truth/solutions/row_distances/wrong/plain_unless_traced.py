"""Looks whether it is being traced: vmap for tracers, a call for every pair otherwise.

Class: sniffer
Why: Sham: called with ordinary arrays, Python calls the metric N * M times on plain arrays in a loop.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    if isinstance(xs, jax.core.Tracer) or isinstance(ys, jax.core.Tracer):
        return jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
    return jnp.stack([jnp.stack([metric(x, y) for y in ys]) for x in xs])
