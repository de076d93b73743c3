"""Two scans, one in the other: blocks of about sqrt(most) steps, whose states are computed again on the way back."""

import math

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    width = math.isqrt(most - 1) + 1
    blocks = -(-most // width)
    start = state  # the step has a value here, whatever the count is

    def one(state, number):
        active = number < count
        moved = step(weights, jnp.where(active, state, start))
        return jnp.where(active, moved, state), None

    @jax.checkpoint
    def block(state, first):
        return jax.lax.scan(one, state, first * width + jnp.arange(width))

    state, _ = jax.lax.scan(lambda state, first: (block(state, first)[0], None), state, jnp.arange(blocks))
    return state
