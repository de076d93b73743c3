"""Adds a small number to the sum of the weights, against dividing by zero.

Class: numbers
Why: where the weights add up to little, such as 0.001, mean and gradient are too small by a part in a thousand: the sum is promised not to be 0, but not to be large.
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

    def add(step, sums):
        x, y, w = cut(step)
        part = jax.value_and_grad(lambda p: w @ jax.vmap(loss, (None, 0, 0))(p, x, y))(params)
        return jax.tree.map(jnp.add, sums, part)

    zeros = jnp.zeros(()), jax.tree.map(jnp.zeros_like, params)
    sums = jax.lax.fori_loop(0, -(-count // rows), add, zeros)
    total = weights.sum() + 1e-6
    return jax.tree.map(lambda leaf: leaf / total, sums)
