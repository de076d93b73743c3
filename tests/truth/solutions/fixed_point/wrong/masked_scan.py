"""Scans 4096 masked steps, with the implicit rule on top.

Class: structure
Why: 'A scan isn't allowed going forward': the search is a scan, takes all steps even where two would do, and ends at 4096.
"""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def body(carry, _):
        state, done = carry
        after = step(weights, state)
        still = jnp.max(jnp.abs(after - state)) <= tol
        return (jnp.where(done, state, after), done | still), None

    return jax.lax.scan(body, (start, False), length=4096)[0][0]


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
