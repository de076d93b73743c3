"""A scan over places, filled up with that of the last example and with weights of 0; one division at the end."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)
    filling = (0, -n % size)
    places = jnp.pad(jnp.arange(n), filling, mode="edge").reshape(-1, size)
    counts = jnp.pad(weights, filling).reshape(-1, size)

    def total(params, x, y, w):
        return w @ jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y)

    def step(sums, part):
        place, w = part
        new = jax.value_and_grad(total)(params, xs[place], ys[place], w)
        return jax.tree.map(jnp.add, sums, new), None

    start = jnp.float32(0), jax.tree.map(jnp.zeros_like, params)
    sums, _ = jax.lax.scan(step, start, (places, counts))
    return jax.tree.map(lambda number: number / weights.sum(), sums)
