"""Compiles the scan in the call."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    @jax.jit
    def run(start, inputs):
        def body(state, x):
            state = step(state, x)
            return state, state

        return jnp.concatenate([start[None], jax.lax.scan(body, start, inputs)[1]])

    return run(start, inputs)
