"""Under jit, with a step that is computed again going back, and flags made beforehand."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(0, 4))
def settle(step, weights, state, count, most):
    @jax.checkpoint
    def advance(state, active):
        return jax.lax.cond(active, lambda s: step(weights, s), lambda s: s, state)

    def body(state, active):
        return advance(state, active), None

    return jax.lax.scan(body, state, jnp.arange(most) < count)[0]
