"""Maps over pairs of indices and gathers the rows inside."""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    i, j = jnp.indices((xs.shape[0], ys.shape[0]))

    def at(i, j):
        return metric(xs[i], ys[j])

    return jax.vmap(jax.vmap(at))(i, j)
