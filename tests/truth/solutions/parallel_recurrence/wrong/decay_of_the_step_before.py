"""The decays are one step late: the state is multiplied by the decay of the step before.
Breaks: "state = decay[t] * state + drive[t]".
Class: numbers
"""
import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    late = jnp.concatenate([decay[:1], decay[:-1]])

    def combine(earlier, later):
        keep1, add1 = earlier
        keep2, add2 = later
        return keep1 * keep2, keep2 * add1 + add2

    return jax.lax.associative_scan(combine, (late, drive))[1]
