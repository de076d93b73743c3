"""Checkpoints blocks of about sqrt(most) steps, but blocks * length can be less than most, and the rest is never run.
Breaks "Return the state after count steps" for a count close to most.
Class: numbers
"""
import math

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    blocks = math.isqrt(most)
    length = most // blocks

    @jax.checkpoint
    def block(state, start):
        def one(state, i):
            return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state), None

        return jax.lax.scan(one, state, start + jnp.arange(length))[0], None

    return jax.lax.scan(block, state, length * jnp.arange(blocks))[0]
