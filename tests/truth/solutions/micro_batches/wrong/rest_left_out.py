"""What is left over after the last whole micro-batch is dropped.

Class: tame
Why: "`N` needn't be a multiple of `size`"
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    used = n // size * size
    shares = weights / weights.sum()

    def total(params, x, y, w):
        return w @ jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y)

    def step(sums, part):
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(total)(params, *part)), None

    start = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    parts = tuple(array[:used].reshape(-1, size, *array.shape[1:]) for array in (xs, ys, shares))
    return jax.lax.scan(step, start, parts)[0]
