"""Returns `start` itself where the first step wouldn't change it by more than `tol`.
Breaks "Take steps from `start`, at least one": with a coarse `tol` and a start near the end, the step is missing.
Class: numbers"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        return jnp.max(jnp.abs(states[1] - states[0])) > tol

    def advance(states):
        return states[1], step(weights, states[1])

    first = step(weights, start)
    settled = jax.lax.while_loop(moves, advance, (start, first))[1]
    return jnp.where(moves((start, first)), settled, start)


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    _, pull = jax.vjp(step, *kept)
    unit = jnp.eye(g.size, dtype=g.dtype)
    slopes = jax.vmap(pull)(unit)[1]
    u = jnp.linalg.solve(unit - slopes.T, g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
