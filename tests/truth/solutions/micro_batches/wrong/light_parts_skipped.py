"""Skips micro-batches with less than a millionth of the weight as padding, though their losses may be large enough to matter.
Breaks "Example i counts weights[i] times".
Class: numbers
"""
import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    shares = weights / weights.sum()

    def step(sums, start):
        places = start + jnp.arange(size)
        inside = jnp.minimum(places, n - 1)
        counts = jnp.where(places < n, shares[inside], 0.0)

        def part(params):
            return counts @ jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])

        def add(sums):
            return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params))

        return jax.lax.cond(counts.sum() > 1e-6, add, lambda sums: sums, sums), None

    zeros = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.scan(step, zeros, jnp.arange(0, n, size))[0]
