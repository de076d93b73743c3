"""Returns the state before each step.
Class: numbers
Why: "gives the state after step `t`. Return the states after all steps".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    states = jax.lax.associative_scan(combine, (decay, drive))[1]
    return jnp.concatenate([jnp.zeros_like(states[:1]), states[:-1]])
