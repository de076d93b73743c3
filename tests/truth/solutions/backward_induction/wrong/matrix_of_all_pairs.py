"""Compares all pairs of a step and a later exit, in an array of T by T by B.

Class: memory
Why: "which rules out a T by T matrix"
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    n = rewards.shape[0]
    t, u = jnp.arange(n)[:, None, None], jnp.arange(n + 1)[None, :, None]
    before = jnp.pad(discounts, ((1, 0), (0, 0)), constant_values=1.0)
    weight = jnp.cumprod(jnp.where(u > t, before[None], 1.0), axis=1)
    paid = jnp.cumsum(jnp.where(u[:, 1:] > t, weight[:, :-1] * rewards[None], 0.0), axis=1)
    paid = jnp.pad(paid, ((0, 0), (1, 0), (0, 0)))
    out = jnp.concatenate([exits, last[None]])[None]
    totals = jnp.where(weight > 0, paid + weight * out, paid)
    return jnp.max(jnp.where(u >= t, totals, -jnp.inf), axis=1)
