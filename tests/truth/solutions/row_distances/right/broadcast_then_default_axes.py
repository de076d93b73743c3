"""Broadcasts both arrays to `(N, M, D)` and maps twice over the first axis of both."""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    n, d = xs.shape
    m, _ = ys.shape
    xs = jnp.broadcast_to(xs[:, None], (n, m, d))
    ys = jnp.broadcast_to(ys[None], (n, m, d))
    return jax.vmap(jax.vmap(metric))(xs, ys)
