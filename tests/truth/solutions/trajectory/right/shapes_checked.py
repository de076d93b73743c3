"""Checks every shape, converts the types explicitly, and names each step."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    start = jnp.asarray(start, dtype=jnp.float32)
    inputs = jnp.asarray(inputs, dtype=jnp.float32)
    assert start.ndim == 1, start.shape
    assert inputs.ndim == 2, inputs.shape
    assert inputs.shape[1] == start.shape[0]

    def one_step(carry, one_input):
        next_state = step(carry, one_input)
        assert next_state.shape == carry.shape
        output = next_state
        return next_state, output

    final_state, collected = jax.lax.scan(one_step, start, inputs)
    first_row = start.reshape(1, -1)
    result = jnp.concatenate([first_row, collected], axis=0)
    assert result.shape == (inputs.shape[0] + 1, start.shape[0])
    return result
