"""No rule: the loop is stopped, and one more step is differentiated, through the inverse of a stopped matrix."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def solve(step, weights, start, tol):
    fixed = stop_gradient(weights)

    def going(carry):
        now, before = carry
        return ~jnp.all(jnp.abs(now - before) <= tol)

    first = stop_gradient(start)
    state, _ = jax.lax.while_loop(going, lambda carry: (step(fixed, carry[0]), carry[0]), (step(fixed, first), first))
    state = stop_gradient(state)
    slopes = stop_gradient(jax.jacfwd(step, 1)(fixed, state))
    moved = jnp.linalg.solve(jnp.eye(len(state)) - slopes, step(weights, state))
    return state + (moved - stop_gradient(moved))
