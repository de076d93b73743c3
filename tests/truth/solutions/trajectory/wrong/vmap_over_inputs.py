"""Maps over the inputs, as if no step needed the one before.

Class: numbers
Why: It has to run inside a loop of `jax.lax`; row t + 1 holds `step(row t, inputs[t])`.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    states = jax.vmap(step, in_axes=(None, 0))(start, inputs)
    return jnp.concatenate([start[None], states])
