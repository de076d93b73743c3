"""Checks in a plain function and calls a jitted one."""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def compiled(decay, drive):
    decays, states = jax.lax.associative_scan(combine, (decay, drive))
    return states


def recurrence(decay, drive):
    """Return the states after all steps."""
    assert decay.ndim == 2
    assert decay.shape == drive.shape
    return compiled(decay, drive)
