"""Stops after the last example with a weight, which saves steps.

Class: structure
Why: It breaches "neither is a fori_loop with a traced bound": the number of steps follows from the weights, and JAX makes a while_loop of it.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = xs.shape[0]
    size = min(size, count)
    total = weights.sum()
    used = jnp.max(jnp.where(weights > 0, jnp.arange(count) + 1, 0))

    def add(i, sums):
        places = i * size + jnp.arange(size)
        inside = jnp.minimum(places, count - 1)
        w = jnp.where(places < count, weights[inside] / total, 0)
        part = lambda params: w @ jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params))

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.fori_loop(0, (used + size - 1) // size, add, zeros)
