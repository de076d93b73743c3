"""Lets a callback call the metric on the host, once for each pair.

Class: host
Why: `metric` is called under `jax.vmap`, never on plain arrays and not in a loop.
"""

import jax
import jax.numpy as jnp
import numpy as np


def distances(metric, xs, ys):
    def one(x, y):
        out = jax.ShapeDtypeStruct((), jnp.float32)
        on_host = lambda a, b: np.asarray(metric(np.asarray(a), np.asarray(b)), np.float32)
        return jax.pure_callback(on_host, out, x, y, vmap_method="sequential")

    return jax.vmap(jax.vmap(one, (None, 0)), (0, None))(xs, ys)
