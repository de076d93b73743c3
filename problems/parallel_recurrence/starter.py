import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    # Right, but N steps one after the other.
    # Find what can be combined in any grouping.
    def body(state, step):
        keep, add = step
        state = keep * state + add
        return state, state

    start = jnp.zeros_like(drive[0])
    return jax.lax.scan(body, start, (decay, drive))[1]
