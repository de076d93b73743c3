"""Lets the loop begin with a change of tol + 1, so that it takes at least one step.

Class: numbers
Why: for tol = 1e9 the sum rounds to tol in float32, no step is taken, and `start` is returned instead of the state after one step.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(carry):
        return carry[1] > tol

    def advance(carry):
        after = step(weights, carry[0])
        return after, jnp.max(jnp.abs(after - carry[0]))

    return jax.lax.while_loop(moves, advance, (start, jnp.float32(tol + 1)))[0]


def _forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def _backward(step, tol, kept, g):
    weights, z = kept
    slopes = jax.jacobian(step, argnums=1)(weights, z)
    u = jnp.linalg.solve(jnp.eye(len(g)) - slopes.T, g)
    _, pull = jax.vjp(lambda weights: step(weights, z), weights)
    return pull(u)[0], jnp.zeros_like(z)


solve.defvjp(_forward, _backward)
