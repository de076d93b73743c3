"""Works with logarithms of the decays, which negative ones don't have.
Class: numbers
Why: "Decays lie between -1 and 1".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    logs = jnp.cumsum(jnp.log(jnp.abs(decay) + 1e-7), axis=0)
    return jnp.exp(logs) * jnp.cumsum(drive * jnp.exp(-logs), axis=0)
