"""Within a micro-batch, each example has a gradient of its own before they are added.

Class: flops
Why: "So there is no room for what all N examples make, for a gradient of each micro-batch, or for a gradient of each example."
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

    def weighted(x, y, w):
        pairs = jax.vmap(jax.value_and_grad(loss), in_axes=(None, 0, 0))(params, x, y)
        return jax.tree.map(lambda leaf: jnp.tensordot(w, jax.lax.optimization_barrier(leaf), axes=1), pairs)

    def step(sums, part):
        return jax.tree.map(jnp.add, sums, weighted(*part)), None

    start = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    parts = cut(xs, mode="edge"), cut(ys, mode="edge"), cut(weights)
    sums, _ = jax.lax.scan(step, start, parts)
    return jax.tree.map(lambda number: number / weights.sum(), sums)
