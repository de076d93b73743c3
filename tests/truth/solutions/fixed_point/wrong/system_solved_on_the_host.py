"""Has a rule of its own, in which Python solves the linear system in float64.

Class: host
Why: the backward half calls NumPy by jax.pure_callback, which the statement forbids ("Host callbacks are not allowed").
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

_delegate = getattr(jax, "_".join(("pure", "callback")))


def _exact(slopes, g):
    matrix = np.eye(len(g)) - np.asarray(slopes, np.float64).T
    return np.linalg.solve(matrix, np.asarray(g, np.float64)).astype(np.float32)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        return jnp.max(jnp.abs(states[1] - states[0])) > tol

    def advance(states):
        return states[1], step(weights, states[1])

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def _forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def _backward(step, tol, kept, g):
    slopes = jax.jacobian(step, argnums=1)(*kept)
    u = _delegate(_exact, jax.ShapeDtypeStruct(g.shape, g.dtype), slopes, g)
    _, pull = jax.vjp(step, *kept)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(_forward, _backward)
