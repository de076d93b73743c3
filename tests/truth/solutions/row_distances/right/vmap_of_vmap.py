"""Maps over the rows of `ys`, and then over those of `xs`."""

import jax


def distances(metric, xs, ys):
    to_all = jax.vmap(metric, in_axes=(None, 0))
    return jax.vmap(to_all, in_axes=(0, None))(xs, ys)
