"""The parameters are one long vector inside, and so is the sum of gradients."""

import jax
import jax.numpy as jnp
from jax.flatten_util import ravel_pytree


def accumulate(loss, params, xs, ys, weights, size):
    flat, unravel = ravel_pytree(params)
    n = len(weights)
    size = min(size, n)
    filling = -n % size
    places = jnp.concatenate([jnp.arange(n), jnp.zeros(filling, int)]).reshape(-1, size)
    counts = jnp.concatenate([weights, jnp.zeros(filling)]).reshape(-1, size)

    def total(flat, place, count):
        tree = unravel(flat)
        return count @ jax.vmap(lambda x, y: loss(tree, x, y))(xs[place], ys[place])

    def step(carry, part):
        value, slope = jax.value_and_grad(total)(flat, *part)
        return (carry[0] + value, carry[1] + slope), ()

    (value, slope), _ = jax.lax.scan(step, (jnp.float32(0), jnp.zeros_like(flat)), (places, counts))
    return value / weights.sum(), unravel(slope / weights.sum())
