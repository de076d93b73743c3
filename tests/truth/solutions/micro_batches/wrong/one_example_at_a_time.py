"""A scan over single examples.

Class: other
Why: "Within a micro-batch, `loss` runs under `jax.vmap`."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    def step(sums, example):
        x, y, w = example
        pair = jax.value_and_grad(loss)(params, x, y)
        return jax.tree.map(lambda a, b: a + w * b, sums, pair), None

    start = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    sums, _ = jax.lax.scan(step, start, (xs, ys, weights))
    return jax.tree.map(lambda number: number / weights.sum(), sums)
