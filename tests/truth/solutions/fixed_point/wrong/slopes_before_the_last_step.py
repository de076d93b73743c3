"""Takes the derivatives at the state before the last step.

Class: numbers
Why: A and J belong to the result z; with a coarse tol the state before differs, and so does the gradient.
"""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def moves(pair):
        return jnp.max(jnp.abs(pair[1] - pair[0])) > tol

    return jax.lax.while_loop(moves, lambda pair: (pair[1], step(weights, pair[1])), (start, step(weights, start)))


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return search(step, weights, start, tol)[1]


def forward(step, weights, start, tol):
    before, state = search(step, weights, start, tol)
    return state, (weights, before)


def backward(step, tol, kept, g):
    _, pull = jax.vjp(step, *kept)
    jacobian = jax.jacrev(step, argnums=1)(*kept)
    u = jnp.linalg.solve(jnp.eye(g.size, dtype=g.dtype) - jacobian.T, g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
