"""The rule has the start for its only argument, and reads the weights from around it.

Class: custom_rule
Why: "The gradient with respect to `weights` and `start` is asked for in reverse mode only"
"""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    @jax.custom_vjp
    def rest(start):
        def moves(states):
            return jnp.max(jnp.abs(states[1] - states[0])) > tol

        def advance(states):
            return states[1], step(jax.lax.stop_gradient(weights), states[1])

        return jax.lax.while_loop(moves, advance, advance((start, start)))[1]

    rest.defvjp(lambda start: (rest(start), None), lambda _, g: (jnp.zeros_like(g),))
    return rest(start)
