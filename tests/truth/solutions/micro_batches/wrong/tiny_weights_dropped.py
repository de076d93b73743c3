"""Treats weights below a millionth of the largest as zero, to keep their losses out of the sum.

Class: numbers
Why: A weight of 1e-7 beside 1 is dropped, though its loss may be 1e8 ("a tiny one counts, too, since its loss may be large").
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = xs.shape[0]
    size = min(size, count)
    smallest = 1e-6 * weights.max()
    total = weights.sum()

    def add(i, sums):
        places = i * size + jnp.arange(size)
        inside = jnp.minimum(places, count - 1)
        w = weights[inside]
        w = jnp.where((places < count) & (w > smallest), w, 0)
        part = lambda params: w @ jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside]) / total
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params))

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.fori_loop(0, -(-count // size), add, zeros)
