"""A custom_vjp made in each call, which closes over the step, and a matrix from the pulled unit vectors."""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def moves(pair):
        return jnp.max(jnp.abs(pair[1] - pair[0])) > tol

    return jax.lax.while_loop(moves, lambda pair: (pair[1], step(weights, pair[1])), (start, step(weights, start)))[1]


def solve(step, weights, start, tol):
    @jax.custom_vjp
    def rest(weights, start):
        return search(step, weights, start, tol)

    def forward(weights, start):
        state = rest(weights, start)
        return state, (weights, state)

    def backward(kept, g):
        _, pull = jax.vjp(step, *kept)
        unit = jnp.eye(g.size, dtype=g.dtype)
        jacobian = jax.vmap(lambda e: pull(e)[1])(unit)
        u = jnp.linalg.solve((unit - jacobian).T, g)
        by_weights, _ = pull(u)
        return by_weights, jnp.zeros_like(g)

    rest.defvjp(forward, backward)
    return rest(weights, start)
