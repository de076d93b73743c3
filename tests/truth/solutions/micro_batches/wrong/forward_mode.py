"""Differentiates forwards, with one tangent for each parameter, in the step of the scan.

Class: structure
Why: It breaches "differentiated in reverse mode": jax.jacfwd pushes as many tangents through the loss as there are parameters.
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = xs.shape[0]
    size = min(size, count)
    total = weights.sum()

    def step(sums, begin):
        places = begin + jnp.arange(size)
        inside = jnp.minimum(places, count - 1)
        w = jnp.where(places < count, weights[inside] / total, 0)

        def part(params):
            value = w @ jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])
            return value, value

        gradient, value = jax.jacfwd(part, has_aux=True)(params)
        return jax.tree.map(jnp.add, sums, (value, gradient)), None

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.scan(step, zeros, jnp.arange(0, count, size))[0]
