"""A scan with a cond, two steps at a time.

Class: structure
Why: "Don't unroll the loop (`unroll=2`), which copies the step."
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(state, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, state), None

    return jax.lax.scan(body, state, jnp.arange(most), unroll=2)[0]
