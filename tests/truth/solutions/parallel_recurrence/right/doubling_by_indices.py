import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    steps = jnp.arange(decay.shape[0])[:, None]
    keep, state = decay, drive
    for power in range((decay.shape[0] - 1).bit_length()):
        source = steps - 2**power
        exists = source >= 0
        at = jnp.maximum(source, 0)[:, 0]
        earlier_keep, earlier_state = keep[at], state[at]
        state = state + keep * jnp.where(exists, earlier_state, 0)
        keep = keep * jnp.where(exists, earlier_keep, 1)
    return state
