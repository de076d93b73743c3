"""Gives up after 512 steps.

Class: tame
Why: 'There is no largest number': where the steps settle only after 800, the state of step 512 comes out.
"""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def moves(triple):
        before, now, count = triple
        return (jnp.max(jnp.abs(now - before)) > tol) & (count < 512)

    def advance(triple):
        _, now, count = triple
        return now, step(weights, now), count + 1

    return jax.lax.while_loop(moves, advance, (start, step(weights, start), 1))[1]


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
