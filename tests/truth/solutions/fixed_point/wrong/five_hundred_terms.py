"""Goes back by the series of J, with a fixed number of terms.

Class: custom_rule
Why: where J is near 1, such as 0.998 (it takes many hundreds of steps to settle), 512 terms leave out a third of the gradient.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moves(states):
        return jnp.max(jnp.abs(states[1] - states[0])) > tol

    def advance(states):
        return states[1], step(weights, states[1])

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def _forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def _backward(step, tol, kept, g):
    _, pull = jax.vjp(step, *kept)
    u = jax.lax.fori_loop(0, 512, lambda _, u: g + pull(u)[1], g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(_forward, _backward)
