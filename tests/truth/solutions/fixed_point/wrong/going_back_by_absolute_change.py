"""Going back, u = g + u J is repeated until it changes by less than 1e-6, however small the gradient g is.
Breaks "It is to be exact": where the loss is scaled by 1e-6 or so, the loop ends after its first step.
Class: numbers"""

import functools

import jax
import jax.numpy as jnp


def repeat(advance, first, tol, limit=None):
    def moves(carry):
        before, now, count = carry
        more = jnp.max(jnp.abs(now - before)) > tol
        return more if limit is None else more & (count < limit)

    def body(carry):
        _, now, count = carry
        return now, advance(now), count + 1

    return jax.lax.while_loop(moves, body, (first, advance(first), 1))[1]


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    return repeat(lambda state: step(weights, state), start, tol)


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    _, pull = jax.vjp(step, *kept)
    u = repeat(lambda u: g + pull(u)[1], g, 1e-6, limit=100_000)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
