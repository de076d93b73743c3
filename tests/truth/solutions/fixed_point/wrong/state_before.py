"""Returns the state before the last step.

Class: numbers
Why: "Return the state after it."
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

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[0]


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
