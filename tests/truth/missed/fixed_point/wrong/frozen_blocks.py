"""Frozen blocks.

Class: other
Why: Breaks "search by `jax.lax.while_loop`, which stops as soon as it may": the search looks at the tolerance once in
64 steps only, and in between goes on computing `step` and throws away what comes after the end. The values are right.
Seen at any input that settles after two steps, which still takes 65.
"""

import functools

import jax
import jax.numpy as jnp

BLOCK = 64


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def moving(before, now):
        return jnp.max(jnp.abs(now - before)) > tol

    def small_step(carry):
        count, before, now = carry
        go = moving(before, now)
        after = step(weights, now)
        return count + 1, jnp.where(go, now, before), jnp.where(go, after, now)

    def block(states):
        return jax.lax.while_loop(lambda carry: carry[0] < BLOCK, small_step, (jnp.int32(0), *states))[1:]

    return jax.lax.while_loop(lambda states: moving(*states), block, (start, step(weights, start)))[1]


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    weights, z = kept
    _, pull = jax.vjp(step, weights, z)
    slopes = jax.jacobian(step, argnums=1)(weights, z)
    u = jnp.linalg.solve(jnp.eye(g.size, dtype=g.dtype) - slopes.T, g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
