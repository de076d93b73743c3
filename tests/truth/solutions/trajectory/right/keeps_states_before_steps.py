"""Keeps the state before each step, and puts the last one behind them."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def advance(state, x):
        with jax.named_scope("advance"):
            return step(state, x), state[jnp.newaxis]

    last, before = jax.lax.scan(advance, start, inputs)
    return jnp.vstack([before.reshape(inputs.shape), last])
