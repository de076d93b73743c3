"""Beginner's words, one thing per line: scan, then pad a row of zeros in front, and set it to the start."""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def one_step(state, x):
        next_state = step(state, x)
        next_state = next_state.astype(start.dtype)
        return next_state, next_state

    result = jax.lax.scan(one_step, start, inputs)
    later_states = result[1]
    number_of_inputs, size = later_states.shape
    assert number_of_inputs == inputs.shape[0]
    all_states = jnp.pad(later_states, ((1, 0), (0, 0)))
    all_states = all_states.at[0, :].set(start)
    return all_states
