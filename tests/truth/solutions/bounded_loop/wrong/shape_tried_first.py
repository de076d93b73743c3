"""Calls the step once before the loop, only to check the shape and dtype of what it returns.
Breaks "step has to run inside a loop of jax.lax" (and "never on plain arrays").
Class: structure
"""
import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    trial = step(weights, state)
    if trial.shape != state.shape or trial.dtype != state.dtype:
        raise TypeError("a step must keep shape and dtype")

    def body(state, i):
        return jax.lax.cond(i < count, step, lambda w, s: s, weights, state), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
