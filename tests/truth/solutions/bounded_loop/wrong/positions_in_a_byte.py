"""Counts the steps in int8, which is enough for a loop and small.

Class: dtype
Why: for most above 128 the positions begin again at -128, which is less than any count: with most 200 and count 3, 72 steps too many are taken.
"""
import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, s), None

    positions = jnp.arange(most).astype(jnp.int8)
    return jax.lax.scan(body, state, positions)[0]
