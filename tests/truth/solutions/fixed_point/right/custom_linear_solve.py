"""lax.custom_linear_solve for the correction; its transposed system is solved by JAX."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    fixed_weights = jax.lax.stop_gradient(weights)

    def search(start):
        def step_on(states):
            return states[1], step(fixed_weights, states[1])

        def moving(states):
            return jnp.max(jnp.abs(states[1] - states[0])) > tol

        return jax.lax.while_loop(moving, step_on, step_on((start, start)))[1]

    z = search(jax.lax.stop_gradient(start))
    by_state = jax.jacobian(step, argnums=1)(fixed_weights, z)
    matrix = jnp.eye(z.shape[0]) - by_state

    def direct(_, b):
        return jnp.linalg.solve(matrix, b)

    def transposed(_, b):
        return jnp.linalg.solve(matrix.T, b)

    moved = step(weights, z)
    difference = moved - jax.lax.stop_gradient(moved)
    return z + jax.lax.custom_linear_solve(lambda v: matrix @ v, difference, direct, transposed)
