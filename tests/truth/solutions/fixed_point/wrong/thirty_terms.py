"""Adds up thirty terms of the series, where hundreds are needed.

Class: tame
Why: "From every `start` here the steps settle, after two steps or after many hundreds."
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    weights, z = kept
    _, pull = jax.vjp(step, weights, z)
    u = jax.lax.fori_loop(0, 30, lambda _, u: g + pull(u)[1], g)
    return pull(u)[0], jnp.zeros_like(z)


solve.defvjp(forward, backward)
