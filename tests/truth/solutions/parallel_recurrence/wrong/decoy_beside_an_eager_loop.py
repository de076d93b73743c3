"""A compiled associative scan is thrown away; a Python loop runs eagerly.
Class: decoy
Why: "All of it has to run in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def compiled(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))[1]


def recurrence(decay, drive):
    if isinstance(decay, jax.core.Tracer):
        return compiled(decay, drive)
    compiled(decay, drive)
    state, states = jnp.zeros(decay.shape[1]), []
    for t in range(decay.shape[0]):
        state = decay[t] * state + drive[t]
        states.append(state)
    return jnp.stack(states)
