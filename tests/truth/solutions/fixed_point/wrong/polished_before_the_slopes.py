"""Going back, the state first takes up to 500 steps more, and A and J are taken where it is then.

Class: numbers
Why: "the result `z` counts as a fixed point, also where `tol` is coarse", with A and J "both at `weights` and `z`": for a coarse tol such as 0.1 and a step that isn't linear the gradient belongs to another state.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def polished(step, weights, state):
    def moves(carry):
        count, before, now = carry
        return (count < 500) & jnp.any(before != now)

    def advance(carry):
        count, _, now = carry
        return count + 1, now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (0, state, step(weights, state)))[2]


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, incoming):
    weights, state = kept
    state = polished(step, weights, state)
    slopes = jax.jacobian(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(state.size) - slopes.T, incoming)
    _, pull = jax.vjp(step, weights, state)
    return pull(u)[0], jnp.zeros_like(state)


solve.defvjp(forward, backward)
