"""Maps value_and_grad over the examples of a micro-batch, and weighs the gradients afterwards.

Class: memory
Why: It breaches "there is no room … for a gradient of each example": size gradients, each as large as the parameters, are there at once.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = xs.shape[0]
    size = min(size, count)
    total = weights.sum()
    each = jax.vmap(jax.value_and_grad(loss), in_axes=(None, 0, 0))

    def step(sums, begin):
        places = begin + jnp.arange(size)
        inside = jnp.minimum(places, count - 1)
        shares = jnp.where(places < count, weights[inside] / total, 0)
        results = jax.lax.optimization_barrier(each(params, xs[inside], ys[inside]))
        return jax.tree.map(lambda s, r: s + jnp.tensordot(shares, r, 1), sums, results), None

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.scan(step, zeros, jnp.arange(0, count, size))[0]
