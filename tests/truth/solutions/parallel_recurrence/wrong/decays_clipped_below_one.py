"""The decays are kept below 0.99 in size, to be stable, and larger ones are changed.
Class: tame
Why: "Decays lie between -1 and 1, and some are exactly 0".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a1 * a2, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (jnp.clip(decay, -0.99, 0.99), drive))[1]
