"""Fills up copies of the whole batch with the last example and a weight of 0, and scans over them."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(xs)
    size = min(size, n)
    missing = -n % size

    def split(array, mode):
        padding = [(0, missing)] + [(0, 0)] * (array.ndim - 1)
        return jnp.pad(array, padding, mode=mode).reshape(-1, size, *array.shape[1:])

    def step(sums, part):
        x, y, w = part
        more = jax.value_and_grad(lambda p: w @ jax.vmap(loss, (None, 0, 0))(p, x, y))(params)
        return jax.tree.map(jnp.add, sums, more), None

    zeros = jnp.zeros(()), jax.tree.map(jnp.zeros_like, params)
    parts = split(xs, "edge"), split(ys, "edge"), split(weights, "constant")
    sums, _ = jax.lax.scan(step, zeros, parts)
    total = weights.sum()
    return jax.tree.map(lambda leaf: leaf / total, sums)
