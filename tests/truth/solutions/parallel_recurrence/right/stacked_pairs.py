"""Stacks decay and drive into one array and combines slices of it."""

import jax
import jax.numpy as jnp


def combine(x, y):
    return jnp.stack([x[:, 0] * y[:, 0], y[:, 0] * x[:, 1] + y[:, 1]], axis=1)


@jax.jit
def recurrence(decay, drive):
    pairs = jnp.stack([decay, drive], axis=1)
    return jax.lax.associative_scan(combine, pairs)[:, 1]
