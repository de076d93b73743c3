"""The metric is called in both orders and averaged, as if it had to be symmetric.
Class: tame
Why: "A metric needn't be symmetric, and may do anything with its vectors".
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    def both(x, y):
        return (metric(x, y) + metric(y, x)) / 2

    rows = jax.vmap(both, in_axes=(None, 0))
    return jax.vmap(rows, in_axes=(0, None))(xs, ys)
