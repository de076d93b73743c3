"""A scan of 2000 steps that freezes the state when it rests: something is kept for each step.

Class: flops
Why: "What is kept for it must not grow with the number of steps."
"""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def advance(carry, _):
        state, moving = carry
        after = step(weights, state)
        changed = jnp.any(jnp.abs(after - state) > tol)
        return (jnp.where(moving, after, state), moving & changed), None

    return jax.lax.scan(advance, (start, jnp.array(True)), None, length=2000)[0][0]
