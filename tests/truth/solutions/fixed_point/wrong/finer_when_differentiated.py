"""The function stops at `tol`, but the forward rule searches on, at a hundredth of it where it is coarse.

Class: custom_rule
Why: under `jax.value_and_grad` or `jax.vjp` with a coarse tol the value is the state of many steps later than the first that changes no number by more than `tol`; a plain call returns the right one.
"""

import functools

import jax
import jax.numpy as jnp


def search(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return search(step, weights, start, tol)


def forward(step, weights, start, tol):
    finer = tol / 100 if tol > 1e-2 else tol
    state = search(step, weights, start, finer)
    return state, (weights, state)


def backward(step, tol, kept, incoming):
    weights, state = kept
    slopes = jax.jacobian(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(state.size) - slopes.T, incoming)
    _, pull = jax.vjp(step, weights, state)
    return pull(u)[0], jnp.zeros_like(state)


solve.defvjp(forward, backward)
