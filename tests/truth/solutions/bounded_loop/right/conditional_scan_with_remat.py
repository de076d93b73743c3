"""A scan over flags, with a cond in each step and a checkpoint around the step."""

from functools import partial
from operator import itemgetter

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    move = partial(jax.checkpoint(step), weights)

    def body(carry, active):
        return jax.lax.cond(active, move, lambda held: held, carry), ()

    flags = jnp.arange(most, dtype=jnp.int32) < count
    return itemgetter(0)(jax.lax.scan(body, state, flags))
