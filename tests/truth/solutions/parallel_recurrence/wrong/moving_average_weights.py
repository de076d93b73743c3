"""The drive is weighted by one minus the decay, as in a moving average.
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
    return jax.lax.associative_scan(combine, (decay, (1 - decay) * drive))[1]
