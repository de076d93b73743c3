"""A while_loop without a rule has no gradient in reverse mode.

Class: custom_rule
Why: "Write the gradient that follows from the resting state alone."
"""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]
