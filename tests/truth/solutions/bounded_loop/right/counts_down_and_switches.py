"""Counts down what is left in the carry, and asks a switch whether there is anything to do."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def rest(state):
        return state

    def move(state):
        return step(weights, state)

    def body(carry, _):
        state, left = carry
        state = jax.lax.switch((left > 0).astype(jnp.int32), [rest, move], state)
        return (state, left - 1), None

    (state, _), _ = jax.lax.scan(body, (state, count), length=most)
    return state
