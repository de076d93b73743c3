"""Combines states as if one step were associative in them.
Class: numbers
Why: "state = decay[t] * state + drive[t]".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(lambda h, x: 0.5 * h + x, drive)
