"""Two steps at a time.
Class: growth
Why: "Don't unroll the loop (`unroll=2`), which copies the step".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, s), None

    return jax.lax.scan(body, state, jnp.arange(most), unroll=2)[0]
