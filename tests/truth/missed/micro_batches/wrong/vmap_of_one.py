"""Vmap of one.

Class: other
Why: Breaks "Within a micro-batch, `loss` runs under `jax.vmap`. A loop that takes one example at a time needs the
least memory, but leaves most of the machine idle": the loop takes one example at a time, and `vmap` is put around it
with an axis of length 1, for show. `size` isn't used at all. One sees it in the program: N steps, whatever `size` is.
The numbers are right.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    mapped = jax.vmap(loss, in_axes=(None, 0, 0))

    def step(i, sums):
        x, y, w = (jax.lax.dynamic_slice_in_dim(a, i, 1) for a in (xs, ys, weights))
        part = jax.value_and_grad(lambda params: w @ mapped(params, x, y))(params)
        return jax.tree.map(jnp.add, sums, part)

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    sums = jax.lax.fori_loop(0, xs.shape[0], step, zeros)
    return jax.tree.map(lambda value: value / weights.sum(), sums)
