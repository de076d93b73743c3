"""Runs two micro-batches of the given size side by side, under a second vmap.

Class: memory
Why: It breaches "At most size examples may be computed at the same time": each step computes 2 * size of them, which only just stays below three times the memory.
"""

import jax
import jax.numpy as jnp

LANES = 2


def accumulate(loss, params, xs, ys, weights, size):
    n = xs.shape[0]
    size = min(size, n)
    steps = -(-n // (LANES * size))
    micro_batch = jax.vmap(loss, in_axes=(None, 0, 0))
    lanes = jax.vmap(micro_batch, in_axes=(None, 0, 0))

    def step(sums, i):
        rows = (i * LANES + jnp.arange(LANES))[:, None] * size + jnp.arange(size)
        inside = jnp.minimum(rows, n - 1)
        w = jnp.where(rows < n, weights[inside], 0.0)
        x, y = xs[inside], ys[inside]

        def total(params):
            return jnp.sum(w * lanes(params, x, y))

        value, slope = jax.value_and_grad(total)(params)
        return jax.tree.map(jnp.add, sums, (w.sum(), value, slope)), None

    zeros = (jnp.float32(0), jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    (heavy, value, gradient), _ = jax.lax.scan(step, zeros, jnp.arange(steps))
    return value / heavy, jax.tree.map(lambda leaf: leaf / heavy, gradient)
