"""Terse: positions go round in a circle, and those beyond the end weigh nothing."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.size
    size = min(size, n)

    def part(p, at):
        x, y, w = (jnp.take(a, at % n, axis=0) for a in (xs, ys, weights))
        return jnp.where(at < n, w, 0) @ jax.vmap(loss, (None, 0, 0))(p, x, y)

    def step(sums, k):
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params, k * size + jnp.arange(size))), None

    zero = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    sums, _ = jax.lax.scan(step, zero, jnp.arange(-(-n // size)))
    whole = weights.sum()
    return jax.tree.map(lambda s: s / whole, sums)
