"""The repeated example has its weight each time.

Class: tame
Why: "Example `i` counts `weights[i]` times."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    steps = -(-n // size)
    missing = steps * size - n

    def cut(array, **how):
        padded = jnp.pad(array, [(0, missing)] + [(0, 0)] * (array.ndim - 1), **how)
        return padded.reshape(steps, size, *array.shape[1:])

    def total(params, x, y, w):
        return w @ jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y)

    def step(sums, part):
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(total)(params, *part)), None

    start = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    parts = cut(xs, mode="edge"), cut(ys, mode="edge"), cut(weights, mode="edge")
    sums, _ = jax.lax.scan(step, start, parts)
    return jax.tree.map(lambda number: number / weights.sum(), sums)
