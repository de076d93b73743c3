"""A custom_jvp whose tangent solves a linear system, which JAX turns around for reverse mode."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    @jax.custom_jvp
    def rest(weights, start):
        def go(carry):
            return step(weights, carry[0]), carry[0]

        def unsettled(carry):
            return jnp.abs(carry[0] - carry[1]).max() > tol

        return jax.lax.while_loop(unsettled, go, go((start, start)))[0]

    @rest.defjvp
    def push(primals, tangents):
        weights, z = primals[0], rest(*primals)
        by_weights, by_state = jax.jacfwd(step, argnums=(0, 1))(weights, z)
        return z, jnp.linalg.solve(jnp.eye(len(z)) - by_state, by_weights @ tangents[0])

    return rest(weights, start)
