"""Stops early when a step changes nothing. The value is right, but the derivative is that of fewer steps at a fixed point.
Breaks "The derivative ... is that of count steps" (for example for a state of zeros in swing).
Class: numbers
"""
import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, i):
        state, done = carry
        new = jax.lax.cond(done | (i >= count), lambda w, s: s, step, weights, state)
        return (new, done | jnp.all(new == state)), None

    return jax.lax.scan(body, (state, jnp.bool_(False)), jnp.arange(most))[0][0]
