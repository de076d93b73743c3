"""The drive is added before the decay, and so decays in its own step.
Class: numbers
Why: "state = decay[t] * state + drive[t]".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a1 * a2, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (decay, decay * drive))[1]
