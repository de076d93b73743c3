"""The loop is there and counts zero times; the answer comes from the whole batch.

Class: decoy
Why: "So there is no room for what all N examples make, for a gradient of each micro-batch, or for a gradient of each example."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    shares = weights / weights.sum()

    def share_of_mean(params, places):
        inside = jnp.minimum(places, n - 1)
        losses = jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])
        return jnp.sum(jnp.where(places < n, shares[inside], 0) * losses)

    def body(k, sums):
        mean, gradient = sums
        more, slopes = jax.value_and_grad(share_of_mean)(params, k * size + jnp.arange(size))
        return mean + more, jax.tree.map(lambda a, b: a + b, gradient, slopes)

    zeros = jax.tree.map(jnp.zeros_like, params)
    looped = jax.lax.fori_loop(0, (n + size - 1) // size, body, (jnp.zeros(()), zeros))
    whole = jax.value_and_grad(lambda params: shares @ jax.vmap(loss, (None, 0, 0))(params, xs, ys))(params)
    return jax.tree.map(lambda a, b: a + 0 * b, whole, looped)
