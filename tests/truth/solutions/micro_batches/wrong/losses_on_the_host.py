"""A callback of NumPy's makes the weighted sum of the losses.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed"
"""

import jax
import jax.numpy as jnp
import numpy as np


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
        _, slopes = jax.value_and_grad(share_of_mean)(params, k * size + jnp.arange(size))
        places = jnp.minimum(k * size + jnp.arange(size), n - 1)
        losses = jax.vmap(loss, (None, 0, 0))(params, xs[places], ys[places])
        counted = jnp.where(k * size + jnp.arange(size) < n, shares[places], 0)
        more = jax.pure_callback(np.dot, jax.ShapeDtypeStruct((), jnp.float32), counted, losses)
        return mean + more, jax.tree.map(lambda a, b: a + b, gradient, slopes)

    zeros = jax.tree.map(jnp.zeros_like, params)
    return jax.lax.fori_loop(0, (n + size - 1) // size, body, (jnp.zeros(()), zeros))
