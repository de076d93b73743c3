"""A closure for each call: the loop carries a state and its last change, and the rule solves the system by a QR decomposition."""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


def solve(step, weights, start, tol):
    @jax.custom_vjp
    def rest(weights, start):
        def advance(carry):
            state, _ = carry
            following = step(weights, state)
            return following, jnp.abs(following - state).max()

        never = jnp.full((), jnp.inf, start.dtype)
        return jax.lax.while_loop(lambda carry: carry[1] > tol, advance, (start, never))[0]

    def forward(weights, start):
        return (kept := (weights, rest(weights, start)))[1], kept

    def backward(kept, g):
        _, pull = jax.vjp(step, *kept)
        rows = jax.vmap(lambda u: pull(u)[1])(jnp.eye(g.size, dtype=g.dtype))  # J
        q, r = jnp.linalg.qr(jnp.eye(g.size, dtype=g.dtype) - rows.T)
        u = solve_triangular(r, q.T @ g)
        return pull(u)[0], jnp.zeros_like(g)

    rest.defvjp(forward, backward)
    return rest(weights, start)
