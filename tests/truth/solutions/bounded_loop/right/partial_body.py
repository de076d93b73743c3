from functools import partial

import jax
import jax.numpy as jnp


def _body(step, weights, count, s, i):
    return jax.lax.cond(jnp.less(i, count), partial(step, weights), lambda s: s, s), ()


def settle(step, weights, state, count, most):
    s, _ = jax.lax.scan(partial(_body, step, weights, count), state, jnp.arange(most))
    return s
