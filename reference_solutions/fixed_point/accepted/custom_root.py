"""`jax.lax.custom_root`: the state is a root of what a step changes."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def change(state):
        return step(weights, state) - state

    def search(change, state):
        def body(carry):
            state, moved = carry
            state = state + moved
            return state, change(state)

        # The last change that counts is the one that led to this state.
        def advance(carry):
            state, moved, _ = carry
            return *body((state, moved)), jnp.max(jnp.abs(moved)) > tol

        return jax.lax.while_loop(lambda carry: carry[2], advance, (state, change(state), jnp.bool_(1)))[0]

    def solve_linear(f, y):
        return jnp.linalg.solve(jax.jacobian(f)(y), y)

    return jax.lax.custom_root(change, start, search, solve_linear)
