"""Eight micro-batches run at the same time, each with a gradient of its own. The numbers are right.
Breaks: "At most `size` examples may be computed at the same time."
Class: memory
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    groups = -(-n // (8 * size))

    def part(params, places):
        inside = jnp.clip(places, 0, n - 1)
        losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs[inside], ys[inside])
        return (jnp.where(places < n, weights[inside], 0) * losses).sum()

    def body(sums, group):
        places = (group * 8 * size + jnp.arange(8 * size)).reshape(8, size)
        values, grads = jax.vmap(jax.value_and_grad(part), in_axes=(None, 0))(params, places)
        return jax.tree.map(lambda s, new: s + new.sum(0), sums, (values, grads)), None

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    sums, _ = jax.lax.scan(body, start, jnp.arange(groups))
    return jax.tree.map(lambda s: s / weights.sum(), sums)
