"""Keeps the state before each step, and takes the one asked for; the steps behind it are skipped."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        new = jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, s)
        return new, new

    _, rows = jax.lax.scan(body, state, jnp.arange(most))
    return jnp.concatenate([state[None], rows])[count]
