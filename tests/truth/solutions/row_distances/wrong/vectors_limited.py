"""Numbers are limited to ten.
Class: numbers
Why: "holds `metric(xs[i], ys[j])` at `[i, j]`"
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    xs, ys = jnp.clip(xs, -10, 10), jnp.clip(ys, -10, 10)
    return jax.vmap(lambda x: jax.vmap(lambda y: metric(x, y))(ys))(xs)
