"""The last slice is moved back, and its examples count once more.

Class: tame
Why: "Example `i` counts `weights[i]` times."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n, size = weights.size, min(size, weights.size)

    def total(params, first):
        start = jnp.minimum(first, n - size)
        x, y, w = (jax.lax.dynamic_slice_in_dim(array, start, size) for array in (xs, ys, weights))
        return jnp.vdot(w, jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y))

    def step(carry, first):
        value, slopes = jax.value_and_grad(total)(params, first)
        return (carry[0] + value, jax.tree.map(jnp.add, carry[1], slopes)), None

    start = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, params))
    (value, slopes), _ = jax.lax.scan(step, start, jnp.arange(0, n, size))
    mass = weights.sum()
    return value / mass, jax.tree.map(lambda slope: slope / mass, slopes)
