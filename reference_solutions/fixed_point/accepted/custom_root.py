"""`jax.lax.custom_root`: the state is a root of what a step changes."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def change(state):
        return step(weights, state) - state

    def search(change, state):
        def body(carry):
            state, _ = carry
            moved = change(state)
            return state + moved, moved

        def unsettled(carry):
            return jnp.max(jnp.abs(carry[1])) > tol

        return jax.lax.while_loop(unsettled, body, (state, jnp.full_like(state, jnp.inf)))[0]

    def solve_linear(f, y):
        return jnp.linalg.solve(jax.jacobian(f)(y), y)

    return jax.lax.custom_root(change, start, search, solve_linear)
