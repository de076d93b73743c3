"""The truth of `fixed_point`: a loop of unknown length, and the implicit function theorem with whole Jacobians."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    """Return the state after the first step that changes no number by more than `tol`."""

    def moves(pair):
        return jnp.max(jnp.abs(pair[1] - pair[0])) > tol

    def advance(pair):
        return pair[1], step(weights, pair[1])

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def _forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def _backward(step, tol, kept, g):
    del tol
    by_weights, by_state = jax.jacrev(step, (0, 1))(*kept)
    solved = jnp.linalg.solve(jnp.eye(len(g)) - by_state.T, g)
    return solved @ by_weights, jnp.zeros_like(g)


solve.defvjp(_forward, _backward)
