"""Pads the steps to a power of two by steps with exit 0 instead of -inf, so that a negative `last` becomes 0.
Breaks "Where `value` is `last` to begin with", where T is no power of two and `last` negative.
Class: numbers"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps = rewards.shape[0]
    missing = (1 << (steps - 1).bit_length()) - steps
    e = jnp.pad(exits, ((0, missing), (0, 0)))
    r = jnp.pad(rewards, ((0, missing), (0, 0)))
    d = jnp.pad(discounts, ((0, missing), (0, 0)), constant_values=1)

    def combine(later, earlier):
        (e2, r2, d2), (e1, r1, d1) = later, earlier
        onward = jnp.where(e2 == -jnp.inf, -jnp.inf, r1 + d1 * e2)
        return jnp.maximum(e1, onward), r1 + d1 * r2, d1 * d2

    e, r, d = jax.lax.associative_scan(combine, (e, r, d), reverse=True)
    return jnp.maximum(e, r + d * last)[:steps]
