"""Takes the derivatives where the last step begins.

Class: custom_rule
Why: A and J are those at the state before the last step, not at the result; with a coarse tol, such as 0.1 in the example's `halfway`, the gradient is off by percents.
"""

import functools

import jax
import jax.numpy as jnp


def _search(step, weights, start, tol):
    def moves(states):
        return jnp.max(jnp.abs(states[1] - states[0])) > tol

    def advance(states):
        return states[1], step(weights, states[1])

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return _search(step, weights, start, tol)[1]


def _forward(step, weights, start, tol):
    before, z = _search(step, weights, start, tol)
    return z, (weights, before)


def _backward(step, tol, kept, g):
    slopes = jax.jacobian(step, argnums=1)(*kept)
    u = jnp.linalg.solve(jnp.eye(len(g)) - slopes.T, g)
    _, pull = jax.vjp(step, *kept)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(_forward, _backward)
