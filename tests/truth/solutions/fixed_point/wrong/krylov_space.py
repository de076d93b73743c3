"""GMRES finds u by products with J alone, which jax.vjp makes.

Class: numbers
Why: this method gives up at once for incoming gradients of 1e-9, and the slopes are 0.
"""

import functools

import jax
import jax.numpy as jnp
from jax.scipy.sparse.linalg import gmres


def solve(step, weights, start, tol):
    return settle(functools.partial(step), tol, weights, start)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def settle(f, tol, weights, start):
    def body(pair):
        return pair[1], f(weights, pair[1])

    return jax.lax.while_loop(lambda pair: jnp.abs(jnp.subtract(*pair)).max() > tol, body, body((start, start)))[1]


def settle_forward(f, tol, weights, start):
    result = settle(f, tol, weights, start)
    return result, {"weights": weights, "state": result}


def settle_backward(f, tol, kept, g):
    _, pull = jax.vjp(f, kept["weights"], kept["state"])
    u, _ = gmres(lambda u: u - pull(u)[1], g, tol=1e-7, restart=g.size, maxiter=20, solve_method="incremental")
    return pull(u)[0], jnp.zeros_like(g)


settle.defvjp(settle_forward, settle_backward)
