import functools

import jax
import jax.numpy as jnp


def iterate(f, start, tol):
    def moves(pair):
        return jnp.abs(pair[1] - pair[0]).max() > tol

    def advance(pair):
        return pair[1], f(pair[1])

    return jax.lax.while_loop(moves, advance, (start, f(start)))[1]


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return iterate(lambda state: step(weights, state), start, tol)


def forward(step, weights, start, tol):
    def advance(carry):
        states, state, following, n = carry
        return states.at[n].set(following), following, step(weights, following), n + 1

    def moves(carry):
        return jnp.abs(carry[2] - carry[1]).max() > tol

    states = jnp.zeros((1000, start.size))
    carry = (states, start, step(weights, start), 0)
    states, _, state, n = jax.lax.while_loop(moves, advance, carry)
    return state, (weights, states.at[n].set(state), n)


def backward(step, tol, kept, g):
    weights, states, n = kept
    _, pull = jax.vjp(step, weights, states[n])
    u = iterate(lambda u: g + pull(u)[1], g, 1e-6 * jnp.abs(g).max())
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
