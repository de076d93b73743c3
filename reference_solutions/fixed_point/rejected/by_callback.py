import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    next_state = jax.jit(step)

    def run(weights, start):
        before, state = start, np.asarray(next_state(weights, start))
        while np.abs(state - before).max() > tol:
            before, state = state, np.asarray(next_state(weights, state))
        return state

    return jax.pure_callback(run, jax.ShapeDtypeStruct(start.shape, start.dtype), weights, start)


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, g):
    weights, state = kept
    by_weights, by_state = jax.jacrev(step, (0, 1))(weights, state)
    return jnp.linalg.solve(jnp.eye(g.size) - by_state.T, g) @ by_weights, jnp.zeros_like(state)


solve.defvjp(forward, backward)
