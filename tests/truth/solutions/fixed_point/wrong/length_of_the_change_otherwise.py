"""Stops where the length of the change is at most tol, instead of its largest number.

Class: numbers
Why: With a coarse tol and D = 4 equal changes of 0.9 tol, it goes on where the statement stops, so another state comes out.
"""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def moves(pair):
        return jnp.linalg.norm(pair[1] - pair[0]) > tol

    return jax.lax.while_loop(moves, lambda pair: (pair[1], step(weights, pair[1])), (start, step(weights, start)))[1]


def make(backward_solver):
    @functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
    def solve(step, weights, start, tol):
        return search(step, weights, start, tol)

    def forward(step, weights, start, tol):
        state = search(step, weights, start, tol)
        return state, (weights, state)

    def backward(step, tol, kept, g):
        _, pull = jax.vjp(step, *kept)
        return pull(backward_solver(step, kept, pull, g, tol))[0], jnp.zeros_like(g)

    solve.defvjp(forward, backward)
    return solve


def dense(step, kept, pull, g, tol):
    weights, state = kept
    jacobian = jax.jacrev(step, argnums=1)(weights, state)
    return jnp.linalg.solve(jnp.eye(g.size, dtype=g.dtype) - jacobian.T, g)


solve = make(dense)
