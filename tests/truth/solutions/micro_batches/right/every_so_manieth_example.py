"""Micro-batch k has the examples k, k + steps, k + 2 steps and so on."""

import operator

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    steps = -(-n // size)

    def total(params, k):
        places = k + steps * jnp.arange(size)
        exists = places < n
        places = jnp.where(exists, places, k)
        losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs[places], ys[places])
        return jnp.sum(losses * weights[places], where=exists)

    def step(sums, k):
        return jax.tree.map(operator.add, sums, jax.value_and_grad(total)(params, k)), None

    sums, _ = jax.lax.scan(step, (0.0, jax.tree.map(jnp.zeros_like, params)), jnp.arange(steps))
    mass = jnp.sum(weights)
    return sums[0] / mass, jax.tree.map(lambda slope: slope / mass, sums[1])
