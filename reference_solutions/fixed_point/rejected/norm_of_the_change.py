import functools

import jax
import jax.numpy as jnp


def iterate(f, start, tol):
    def moves(pair):
        return jnp.linalg.norm(pair[1] - pair[0]) > tol

    def advance(pair):
        return pair[1], f(pair[1])

    return jax.lax.while_loop(moves, advance, (start, f(start)))[1]


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return iterate(lambda state: step(weights, state), start, tol)


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, g):
    weights, state = kept
    _, pull = jax.vjp(step, weights, state)
    u = iterate(lambda u: g + pull(u)[1], g, 1e-6 * jnp.abs(g).max())
    return pull(u)[0], jnp.zeros_like(state)


solve.defvjp(forward, backward)
