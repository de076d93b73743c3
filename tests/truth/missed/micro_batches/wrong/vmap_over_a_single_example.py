"""Takes one example at a time in an inner loop, under a vmap over an axis of length 1.

Class: decoy
Why: It breaches "Within a micro-batch, loss runs under jax.vmap": the examples of a micro-batch run one after the other in a fori_loop, and the vmap has only one of them.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = xs.shape[0]
    size = min(size, n)
    steps = -(-n // size)
    batched = jax.vmap(loss, in_axes=(None, 0, 0))

    def step(i, sums):
        def add_row(j, sums):
            row = i * size + j
            inside = jnp.minimum(row, n - 1)
            w = jnp.where(row < n, weights[inside], 0.0)
            x, y = xs[inside][None], ys[inside][None]
            value, slope = jax.value_and_grad(lambda p: w * batched(p, x, y).sum())(params)
            return jax.tree.map(jnp.add, sums, (w, value, slope))

        return jax.lax.fori_loop(0, size, add_row, sums)

    zeros = (jnp.float32(0), jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    heavy, value, gradient = jax.lax.fori_loop(0, steps, step, zeros)
    return value / heavy, jax.tree.map(lambda leaf: leaf / heavy, gradient)
