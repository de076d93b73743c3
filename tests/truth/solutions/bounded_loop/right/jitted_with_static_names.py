import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("step", "most"))
def _settle(step, weights, state, count, most):
    def body(s, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]


def settle(step, weights, state, count, most):
    return _settle(step, weights, state, count, most)
