"""A `fori_loop` whose bound of 20000 is dressed up as a traced number, so that it becomes a `while`; settled states are frozen.
Breaks "There is no largest number. So search by `jax.lax.while_loop`, which stops as soon as it may": all 20000 steps are always taken.
Class: flops"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def body(_, carry):
        state, settled = carry
        following = step(weights, state)
        rests = jnp.max(jnp.abs(following - state)) <= tol
        return jnp.where(settled, state, following), settled | rests

    # No constant, so that JAX can't turn the loop into a scan.
    bound = 20_000 + jax.lax.optimization_barrier(jnp.int32(0))
    return jax.lax.fori_loop(0, bound, body, (start, jnp.array(False)))[0]


def forward(step, weights, start, tol):
    z = solve(step, weights, start, tol)
    return z, (weights, z)


def backward(step, tol, kept, g):
    _, pull = jax.vjp(step, *kept)
    unit = jnp.eye(g.size, dtype=g.dtype)
    u = jnp.linalg.solve(unit - jax.vmap(pull)(unit)[1].T, g)
    return pull(u)[0], jnp.zeros_like(g)


solve.defvjp(forward, backward)
