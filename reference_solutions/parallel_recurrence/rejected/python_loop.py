import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    states = [drive[0]]
    for t in range(1, drive.shape[0]):
        states.append(decay[t] * states[-1] + drive[t])
    return jnp.stack(states)
