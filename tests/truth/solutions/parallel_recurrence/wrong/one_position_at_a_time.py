"""Computes each state from scratch by lax.map over the positions, which is a loop.
Class: growth
Why: "There is no `scan` and no `while` in it".
"""

import jax
import jax.numpy as jnp


def state_at(t, decay, drive):
    positions = jnp.arange(decay.shape[0])[:, None]
    weights = jnp.where(positions <= t, decay, 1.0)
    suffix = jnp.flip(jnp.cumprod(jnp.flip(weights, 0), 0), 0)
    after = jnp.concatenate([suffix[1:], jnp.ones_like(suffix[:1])])
    return jnp.where(positions <= t, after * drive, 0.0).sum(0)


@jax.jit
def recurrence(decay, drive):
    return jax.lax.map(lambda t: state_at(t, decay, drive), jnp.arange(decay.shape[0]))
