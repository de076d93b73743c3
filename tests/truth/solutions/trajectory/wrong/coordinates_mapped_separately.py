"""The step is mapped over the D coordinates, which is right only for steps that don't mix them.
Class: numbers
Why: "`step` may do anything that JAX can trace".
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    step_all = jax.vmap(step)

    def body(state, x):
        state = step_all(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])
