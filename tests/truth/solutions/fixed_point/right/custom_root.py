"""jax.lax.custom_root has the rule built in."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def search(_, guess):
        def body(states):
            return states[1], step(weights, states[1])

        states = guess, step(weights, guess)
        return jax.lax.while_loop(lambda s: (jnp.abs(s[0] - s[1]) > tol).any(), body, states)[1]

    def solve_linear(f, y):
        return jnp.linalg.solve(jax.jacobian(f)(y), y)

    return jax.lax.custom_root(lambda z: step(weights, z) - z, start, search, solve_linear)
