"""All examples count the same.

Class: numbers
Why: "Example `i` counts `weights[i]` times."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    shares = jnp.full(n, 1 / n)

    def share_of_mean(params, places):
        inside = jnp.minimum(places, n - 1)
        losses = jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])
        return jnp.sum(jnp.where(places < n, shares[inside], 0) * losses)

    def body(k, sums):
        mean, gradient = sums
        more, slopes = jax.value_and_grad(share_of_mean)(params, k * size + jnp.arange(size))
        return mean + more, jax.tree.map(lambda a, b: a + b, gradient, slopes)

    zeros = jax.tree.map(jnp.zeros_like, params)
    return jax.lax.fori_loop(0, (n + size - 1) // size, body, (jnp.zeros(()), zeros))
