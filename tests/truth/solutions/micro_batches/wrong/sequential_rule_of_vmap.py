"""Calls vmap on micro-batches of the right size, but gives the loss a batching rule that takes one example after the other.

Class: custom_rule
Why: breaches "Within a micro-batch, `loss` runs under `jax.vmap`": the rule replaces the micro-batch by a loop over single examples.
"""

import jax
import jax.numpy as jnp
from jax.custom_batching import sequential_vmap


def accumulate(loss, params, xs, ys, weights, size):
    count = len(weights)
    rows = min(size, count)

    def cut(step):
        wanted = step * rows
        start = jnp.minimum(wanted, count - rows)
        x, y, w = (jax.lax.dynamic_slice_in_dim(a, start, rows) for a in (xs, ys, weights))
        return x, y, jnp.where(start + jnp.arange(rows) >= wanted, w, 0.0)

    losses_of = jax.vmap(sequential_vmap(loss), in_axes=(None, 0, 0))

    def add(step, sums):
        x, y, w = cut(step)
        part = jax.value_and_grad(lambda p: w @ losses_of(p, x, y))(params)
        return jax.tree.map(jnp.add, sums, part)

    zeros = jnp.zeros(()), jax.tree.map(jnp.zeros_like, params)
    sums = jax.lax.fori_loop(0, -(-count // rows), add, zeros)
    total = weights.sum()
    return jax.tree.map(lambda leaf: leaf / total, sums)
