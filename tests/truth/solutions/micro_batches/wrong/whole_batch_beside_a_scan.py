"""Runs a proper scan over micro-batches, and returns the gradient of the whole batch all the same.

Class: decoy
Why: The answer comes from one pass over all N examples ("At most size examples may be computed at the same time"); the scan's sums only stand in for numbers that are NaN.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = xs.shape[0]
    size = min(size, count)
    shares = weights / weights.sum()
    losses_of = jax.vmap(loss, (None, 0, 0))

    def step(sums, begin):
        places = begin + jnp.arange(size)
        inside = jnp.minimum(places, count - 1)
        w = jnp.where(places < count, shares[inside], 0)
        part = lambda params: w @ losses_of(params, xs[inside], ys[inside])
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params)), None

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    in_parts, _ = jax.lax.scan(step, zeros, jnp.arange(0, count, size))
    in_one = jax.value_and_grad(lambda params: shares @ losses_of(params, xs, ys))(params)
    return jax.tree.map(lambda one, parts: jnp.where(jnp.isnan(one), parts, one), in_one, in_parts)
