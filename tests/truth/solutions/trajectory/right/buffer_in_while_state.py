"""A while loop fills a buffer row by row, after eval_shape told what a row looks like."""

import operator

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    row = jax.eval_shape(step, start, inputs[0])
    count = inputs.shape[0]
    buffer = jnp.empty((count + 1, *row.shape), row.dtype)

    def goes_on(state):
        return operator.lt(state["t"], count)

    def advance(state):
        t, buffer = state["t"], state["rows"]
        x = jax.lax.dynamic_index_in_dim(inputs, t, keepdims=False)
        following = step(jax.lax.dynamic_index_in_dim(buffer, t, keepdims=False), x)
        return {
            "t": t + 1,
            "rows": jax.lax.dynamic_update_index_in_dim(buffer, following, t + 1, axis=0),
        }

    state = {"t": jnp.int32(0), "rows": buffer.at[0].set(start)}
    return jax.lax.while_loop(goes_on, advance, state)["rows"]
