"""Recognizes the step of the example, and uses a formula for it.

Class: sniffer
Why: breaches "call the one that you are given": another function named double_and_add (say, 2 * state - x) gets the states of the known one, and step isn't called.
"""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    if step.__name__ == "double_and_add":

        def body(state, x):
            state = state + state + x
            return state, state

    else:

        def body(state, x):
            state = step(state, x)
            return state, state

    _, rest = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], rest])
