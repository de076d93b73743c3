"""Each example meets all targets.

Class: layout
Why: `loss(weights, xs[i], ys[i])` at `[i]`
"""

import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(loss, in_axes=(None, 0, None))(weights, xs, ys)
