"""Python decides on a number whether to go on.

Class: other
Why: "So search by `jax.lax.while_loop`, which stops as soon as it may."
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    before, now = start, step(weights, start)
    while jnp.max(jnp.abs(now - before)) > tol:
        before, now = now, step(weights, now)
    return now


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    weights, z = kept
    slopes = jax.jacobian(step, argnums=1)(weights, z)
    u = jnp.linalg.solve(jnp.eye(z.size) - slopes.T, g)
    _, pull = jax.vjp(lambda weights: step(weights, z), weights)
    return pull(u)[0], jnp.zeros_like(z)


solve.defvjp(forward, backward)
