"""Divides by max(sum of weights, 1), the usual guard for masks of 0 and 1. Here the weights may add up to 0.01.
Breaks "The mean loss is sum w loss / sum w".
Class: numbers
"""
import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    total = jnp.maximum(weights.sum(), 1.0)

    def step(sums, start):
        places = start + jnp.arange(size)
        inside = jnp.minimum(places, n - 1)
        counts = jnp.where(places < n, weights[inside], 0.0)

        def part(params):
            return counts @ jax.vmap(loss, (None, 0, 0))(params, xs[inside], ys[inside])

        return jax.tree.map(jnp.add, sums, jax.value_and_grad(part)(params)), None

    zeros = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, params))
    sums, _ = jax.lax.scan(step, zeros, jnp.arange(0, n, size))
    return jax.tree.map(lambda leaf: leaf / total, sums)
