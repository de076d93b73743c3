"""Does blocks of sixteen steps in parallel and the blocks one after the other in Python.
Class: growth
Why: "in about log N rounds of parallel work, instead of N steps one after the other".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def recurrence(decay, drive):
    state, states = jnp.zeros_like(drive[0]), []
    for start in range(0, decay.shape[0], 16):
        a, b = jax.lax.associative_scan(combine, (decay[start : start + 16], drive[start : start + 16]))
        states.append(a * state + b)
        state = states[-1][-1]
    return jnp.concatenate(states)
