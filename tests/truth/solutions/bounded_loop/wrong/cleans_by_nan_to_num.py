"""Selects the results only, and removes NaN from the gradient by a rule of its own.

Class: custom_rule
Why: where a step after the last one is NaN, the true gradient is lost: 0 comes out instead of, say, 1/12.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _clean(x):
    return x


_clean.defvjp(lambda x: (x, None), lambda _, g: (jnp.nan_to_num(g),))


def settle(step, weights, state, count, most):
    weights, state = _clean(weights), _clean(state)

    def body(state, i):
        return jnp.where(i < count, step(weights, state), state), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
