"""The weights once for each example."""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    each = jnp.broadcast_to(weights, xs.shape)
    return jax.vmap(loss)(each, xs, ys)
