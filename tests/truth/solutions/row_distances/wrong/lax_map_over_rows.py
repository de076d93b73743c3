"""Maps over the rows of `xs` by `jax.lax.map`, which is a loop.

Class: mark
Why: `metric` is called under `jax.vmap` and not in a loop.
"""

import jax


def distances(metric, xs, ys):
    return jax.lax.map(lambda x: jax.vmap(lambda y: metric(x, y))(ys), xs)
