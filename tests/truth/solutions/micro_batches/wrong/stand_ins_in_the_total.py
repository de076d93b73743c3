"""The last micro-batch is filled up with copies of the last example. Their losses don't count, but their weights do.
Breaks: "The mean loss is [the formula]", where N is no multiple of size: "`N` needn't be a multiple of `size`".
Class: numbers
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)

    def part(params, places):
        inside = jnp.minimum(places, n - 1)
        losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs[inside], ys[inside])
        return (jnp.where(places < n, weights[inside], 0) * losses).sum()

    def body(carry, k):
        sums, total = carry
        places = k * size + jnp.arange(size)
        sums = jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params, places))
        return (sums, total + weights[jnp.minimum(places, n - 1)].sum()), None

    start = ((jnp.float32(0), jax.tree.map(jnp.zeros_like, params)), jnp.float32(0))
    (sums, total), _ = jax.lax.scan(body, start, jnp.arange(-(-n // size)))
    return jax.tree.map(lambda s: s / total, sums)
