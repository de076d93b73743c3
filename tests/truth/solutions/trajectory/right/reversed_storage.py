"""Scans backwards over reversed inputs, so that the states come out reversed, and turns them round."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, backwards = jax.lax.scan(body, start, inputs[::-1], reverse=True)
    return jnp.concatenate([backwards, start[None]])[::-1]
