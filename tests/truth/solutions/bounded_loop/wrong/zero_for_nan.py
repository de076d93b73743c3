"""Runs all steps and selects from the results, and lets a rule of its own turn NaN in the derivative into 0.

Class: custom_rule
Why: where a step in vain has no derivative, that of the real steps becomes NaN too, and the rule returns 0 for all of it: for sqrt(state) - 2 from 9 with count 2 of 5 the derivative is 0 instead of 1 / 12.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clean(x):
    return x


clean.defvjp(lambda x: (x, None), lambda _, g: (jnp.nan_to_num(g),))


def settle(step, weights, state, count, most):
    weights, state = clean(weights), clean(state)

    def body(state, i):
        return jnp.where(i < count, step(weights, state), state), None

    return jax.lax.scan(body, state, jnp.arange(most, dtype=jnp.int32))[0]
