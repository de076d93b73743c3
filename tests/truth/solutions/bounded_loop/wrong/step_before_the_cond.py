"""Takes the step, and lets lax.cond decide whether the new or the old state is handed on.

Class: numbers
Why: the step runs on states after the last one, and the cond gives its NaN a gradient of 0 going back: 0 * NaN is NaN in the derivatives.
"""
import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(old, i):
        new = step(weights, old)
        return jax.lax.cond(i < count, lambda new, old: new, lambda new, old: old, new, old), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
