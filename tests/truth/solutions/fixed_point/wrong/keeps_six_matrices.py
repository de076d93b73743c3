"""The forward rule computes whatever the backward rule may want, and keeps six matrices.

Class: memory
Why: "For the backward pass at most `4 * D * D + 16 * D` numbers are kept": here 6 * D * D are, too many as soon as D is 9 or more.
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


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    by_weights, by_state = jax.jacobian(step, argnums=(0, 1))(weights, state)
    identity = jnp.eye(state.size)
    system = identity - by_state
    inverse = jnp.linalg.inv(system)
    # by_weights, by_state, system, inverse and two products of them
    kept = by_weights, by_state, system, inverse, inverse @ by_weights, inverse @ system
    return state, kept


def backward(step, tol, kept, incoming):
    by_weights, by_state, system, inverse, slopes, identity = kept
    u = incoming @ inverse
    # one round of refinement for the solution of u (I - J) = g
    u = u + (incoming - u @ system) @ inverse
    correction = incoming @ slopes - u @ by_weights
    nothing = jnp.zeros_like(incoming) * (identity[0] + by_state[0])
    return u @ by_weights + 0 * correction, nothing


solve.defvjp(forward, backward)
