"""Averages each micro-batch with a guarded divisor, and weighs the averages afterwards.

Class: numbers
Why: If all weights of a micro-batch together are less than 1e-6 (one weight of 1e-9 whose loss is 1e9, say), its part is scaled down by a factor of a thousand, though a tiny weight counts, too.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = xs.shape[0]
    size = min(size, n)
    steps = -(-n // size)

    def step(carry, i):
        total, gradient, heavy = carry
        rows = i * size + jnp.arange(size)
        inside = jnp.minimum(rows, n - 1)
        w = jnp.where(rows < n, weights[inside], 0.0)
        x, y = xs[inside], ys[inside]
        part = w.sum()
        share = w / jnp.maximum(part, 1e-6)  # no 0 / 0 where all weights are 0

        def mean(params):
            return jnp.sum(share * jax.vmap(loss, (None, 0, 0))(params, x, y))

        value, slope = jax.value_and_grad(mean)(params)
        gradient = jax.tree.map(lambda a, b: a + part * b, gradient, slope)
        return (total + part * value, gradient, heavy + part), None

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params), jnp.float32(0))
    (total, gradient, heavy), _ = jax.lax.scan(step, start, jnp.arange(steps))
    return total / heavy, jax.tree.map(lambda leaf: leaf / heavy, gradient)
