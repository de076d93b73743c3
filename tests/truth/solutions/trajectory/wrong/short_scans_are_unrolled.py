"""Tells the scan to unroll itself altogether if there are at most 16 inputs.

Class: structure
Why: For `T` up to 16 the program has a copy of the step for each input and no loop, against "It has as many operations for 2 T inputs as for T".
"""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    count = inputs.shape[0]
    states = jax.lax.scan(body, start, inputs, unroll=count if count <= 16 else 1)[1]
    return jnp.concatenate([start[None], states])
