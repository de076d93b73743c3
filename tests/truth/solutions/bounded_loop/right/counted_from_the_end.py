"""The first steps are the idle ones, so the others run to the end."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jax.lax.cond(i >= most - count, lambda s: step(weights, s), lambda s: s, s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
