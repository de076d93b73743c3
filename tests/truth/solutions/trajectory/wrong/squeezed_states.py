"""All axes of length 1 are squeezed, so a system with D = 1 loses its second axis.
Class: structure
Why: "The result is a `jax.Array` of dtype float32 and shape `(T + 1, D)`".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.vstack([start, states]).squeeze()
