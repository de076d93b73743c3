"""A rule made anew in each call, which keeps the LU factors of I - J and solves with their transpose."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.scipy import linalg


class Kept(NamedTuple):
    weights: jax.Array
    state: jax.Array
    factors: jax.Array
    pivots: jax.Array


class Search(NamedTuple):
    state: jax.Array
    moving: jax.Array

    def goes_on(self):
        return self.moving


def solve(step, weights: jax.Array, start: jax.Array, tol: float) -> jax.Array:
    @jax.custom_vjp
    def rest(weights, start):
        def turn(search):
            following = step(weights, search.state)
            return Search(following, jnp.max(jnp.abs(following - search.state)) > tol)

        return jax.lax.while_loop(Search.goes_on, turn, Search(start, jnp.bool_(True))).state

    def forward(weights, start):
        state = rest(weights, start)
        slopes = jax.jacrev(step, argnums=1)(weights, state)
        factors, pivots = linalg.lu_factor(jnp.eye(state.size, dtype=state.dtype) - slopes)
        return state, Kept(weights, state, factors, pivots)

    def backward(kept, incoming):
        u = linalg.lu_solve((kept.factors, kept.pivots), incoming, trans=1)
        _, pull = jax.vjp(lambda weights: step(weights, kept.state), kept.weights)
        return pull(u)[0], jnp.zeros_like(incoming)

    rest.defvjp(forward, backward)
    return rest(weights, start)
