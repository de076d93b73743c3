"""Uses `lax.map` with a batch size over a flat list of pairs, which loops over batches.

Class: mark
Why: `metric` is called under `jax.vmap` and not in a loop.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    n, m = len(xs), len(ys)
    pairs = (jnp.repeat(xs, m, axis=0), jnp.tile(ys, (n, 1)))
    return jax.lax.map(lambda pair: metric(*pair), pairs, batch_size=2).reshape(n, m)
