"""Scans over a reshaped batch, which is filled up first by a padded copy if N isn't a multiple."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = xs.shape[0]
    size = min(size, n)
    steps = -(-n // size)
    missing = steps * size - n
    if missing:
        xs = jnp.pad(xs, ((0, missing), (0, 0)), mode="edge")
        ys = jnp.pad(ys, ((0, missing), (0, 0)), mode="edge")
        weights = jnp.pad(weights, (0, missing))
    parts = (
        xs.reshape(steps, size, xs.shape[1]),
        ys.reshape(steps, size, ys.shape[1]),
        weights.reshape(steps, size),
    )

    def step(sums, part):
        x, y, w = part

        def total(params):
            return jnp.sum(w * jax.vmap(loss, (None, 0, 0))(params, x, y))

        value, slope = jax.value_and_grad(total)(params)
        return jax.tree.map(jnp.add, sums, (w.sum(), value, slope)), None

    zeros = (jnp.float32(0), jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    (heavy, value, gradient), _ = jax.lax.scan(step, zeros, parts)
    return value / heavy, jax.tree.map(lambda leaf: leaf / heavy, gradient)
