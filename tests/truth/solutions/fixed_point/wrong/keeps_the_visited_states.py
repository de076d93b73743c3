"""The implicit rule, but all visited states are kept for it in a buffer.

Class: memory
Why: 'What is kept must not grow': 1024 * D numbers are kept for the backward pass, where 4 * D * D + 16 * D are allowed.
"""

import functools

import jax
import jax.numpy as jnp
SLOTS = 1024


def search(step, weights, start, tol):
    def moves(carry):
        before, now, _, _ = carry
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(carry):
        _, now, count, visited = carry
        after = step(weights, now)
        return now, after, count + 1, visited.at[count % SLOTS].set(after)

    first = step(weights, start)
    visited = jnp.zeros((SLOTS, start.size), start.dtype).at[0].set(first)
    _, state, count, visited = jax.lax.while_loop(moves, advance, (start, first, jnp.int32(1), visited))
    return state, count, visited


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return search(step, weights, start, tol)[0]


def forward(step, weights, start, tol):
    state, count, visited = search(step, weights, start, tol)
    return state, (weights, count, visited)


def backward(step, tol, kept, g):
    weights, count, visited = kept
    state = visited[(count - 1) % SLOTS]
    _, pull = jax.vjp(step, weights, state)
    jacobian = jax.jacrev(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(g.size, dtype=g.dtype) - jacobian.T, g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
