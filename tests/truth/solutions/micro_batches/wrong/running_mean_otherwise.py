"""Carries the mean so far, and moves it towards each micro-batch by the share that its weight has so far.

Class: numbers
Why: where all weights of the first micro-batch are 0, its share is 0 / 0, and everything is NaN from then on.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = len(weights)
    rows = min(size, count)

    def cut(step):
        wanted = step * rows
        start = jnp.minimum(wanted, count - rows)
        x, y, w = (jax.lax.dynamic_slice_in_dim(a, start, rows) for a in (xs, ys, weights))
        return x, y, jnp.where(start + jnp.arange(rows) >= wanted, w, 0.0)

    def move(step, carry):
        total, means = carry
        x, y, w = cut(step)
        part = jax.value_and_grad(lambda p: w @ jax.vmap(loss, (None, 0, 0))(p, x, y))(params)
        weight = w.sum()
        total = total + weight
        means = jax.tree.map(lambda mean, more: mean + (more - weight * mean) / total, means, part)
        return total, means

    zeros = jnp.zeros(()), jax.tree.map(jnp.zeros_like, params)
    return jax.lax.fori_loop(0, -(-count // rows), move, (jnp.zeros(()), zeros))[1]
