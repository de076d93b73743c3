"""Runs the loop and its derivative on the host, where the count is known.

Class: host
Why: values and derivatives come out of a `jax.pure_callback`, which isn't allowed, and `step` is called there once for each step.
"""

import jax
import jax.numpy as jnp
import numpy as np


def settle(step, weights, state, count, most):
    def run(weights, state, count):
        for _ in range(count):
            state = step(weights, state)
        return state

    def on_host(weights, state, count):
        return np.asarray(run(jnp.asarray(weights), jnp.asarray(state), int(count)))

    def back_on_host(g, weights, state, count):
        _, pull = jax.vjp(lambda w, s: run(w, s, int(count)), jnp.asarray(weights), jnp.asarray(state))
        return tuple(np.asarray(part) for part in pull(jnp.asarray(g)))

    shape = jax.ShapeDtypeStruct(state.shape, state.dtype)

    @jax.custom_vjp
    def settled(weights, state, count):
        return jax.pure_callback(on_host, shape, weights, state, count)

    def forward(*arrays):
        return settled(*arrays), arrays

    def backward(arrays, g):
        return *jax.pure_callback(back_on_host, (shape, shape), g, *arrays), None

    settled.defvjp(forward, backward)
    return settled(weights, state, count)
