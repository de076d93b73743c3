"""Keeps the tolerance of the first call.

Class: memory
Why: "`tol` is a Python float greater than 0, and may differ from call to call."
"""

import functools

import jax
import jax.numpy as jnp

TOLERANCES = []


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    TOLERANCES.append(tol)

    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > TOLERANCES[0]

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    weights, z = kept
    slopes = jax.jacobian(step, argnums=1)(weights, z)
    u = jnp.linalg.solve(jnp.eye(z.size) - slopes.T, g)
    _, pull = jax.vjp(lambda weights: step(weights, z), weights)
    return pull(u)[0], jnp.zeros_like(z)


solve.defvjp(forward, backward)
