"""Takes states for amounts, which are never negative.
Class: numbers
Why: "gives the state after step `t`"
"""

import jax
import jax.numpy as jnp


def combine(a, b):
    return a[0] * b[0], a[1] * b[0] + b[1]


@jax.jit
def recurrence(decay, drive):
    _, states = jax.lax.associative_scan(combine, (decay, jnp.abs(drive)))
    return states
