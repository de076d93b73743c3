"""Hands the search to jax.lax.custom_root, with a dense solver for the linear system."""

import operator
from functools import partial

import jax
import jax.numpy as jnp


def solve_linear(linear, right_side):
    matrix = jax.jacfwd(linear)(jnp.zeros_like(right_side))
    return jnp.linalg.solve(matrix, right_side)


def solve(step, weights, start, tol):
    advance = partial(step, weights)

    def residual(state):
        return operator.sub(advance(state), state)

    def search(_, first):
        def moves(carry):
            return carry[1]

        def move(carry):
            state, _ = carry
            following = advance(state)
            return following, jnp.any(jnp.abs(following - state) > tol)

        return jax.lax.while_loop(moves, move, (first, jnp.array(True)))[0]

    return jax.lax.custom_root(residual, start, search, solve_linear)
