"""A rule for forward mode, whose linear solve JAX transposes for reverse mode."""

import functools

import jax
import jax.numpy as jnp

def search(step, weights, start, tol):
    def moves(pair):
        return jnp.max(jnp.abs(pair[1] - pair[0])) > tol

    return jax.lax.while_loop(moves, lambda pair: (pair[1], step(weights, pair[1])), (start, step(weights, start)))[1]


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return search(step, weights, start, tol)


@solve.defjvp
def push(step, tol, primals, tangents):
    weights, start = primals
    moved_weights, _ = tangents
    state = solve(step, weights, start, tol)
    _, moved = jax.jvp(lambda w: step(w, state), (weights,), (moved_weights,))
    jacobian = jax.jacfwd(functools.partial(step, weights))(state)
    return state, jnp.linalg.solve(jnp.eye(state.size, dtype=state.dtype) - jacobian, moved)
