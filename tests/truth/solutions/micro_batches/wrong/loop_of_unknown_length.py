"""A while_loop looks for the end while it runs.

Class: growth
Why: "`jax.lax.while_loop` is not allowed, and neither is a `fori_loop` with a traced bound."
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
    start = jnp.int32(0), (jnp.zeros(()), zeros)
    state = jax.lax.while_loop(lambda state: state[0] * size < n, lambda state: (state[0] + 1, body(*state)), start)
    return state[1]
