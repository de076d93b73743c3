"""The length is filled up to a multiple of eight with steps that change nothing."""

import jax
import jax.numpy as jnp


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    return jnp.maximum(e1, jnp.where(d1 > 0, r1 + d1 * e2, r1)), r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    n = rewards.shape[0]
    padding = ((0, -n % 8), (0, 0))
    steps = (
        jnp.pad(exits, padding, constant_values=-jnp.inf),
        jnp.pad(rewards, padding),
        jnp.pad(discounts, padding, constant_values=1.0),
    )
    e, r, d = jax.lax.associative_scan(combine, steps, reverse=True)
    return jnp.maximum(e, r + d * last)[:n]
