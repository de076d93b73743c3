"""Goes on as long as a change is at least `tol`.

Class: numbers
Why: "stop after the first that changes no number by more than `tol`": where the largest change is exactly `tol` (`halfway` with weight 1 from 0, with tol 0.0625) it takes a step more, and returns 31/32 instead of 15/16.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) >= tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, incoming):
    weights, state = kept
    slopes = jax.jacobian(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(state.size) - slopes.T, incoming)
    _, pull = jax.vjp(step, weights, state)
    return pull(u)[0], jnp.zeros_like(state)


solve.defvjp(forward, backward)
