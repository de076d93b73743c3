"""The scan is unrolled over its whole length.
Class: growth
Why: "It has as many operations for `2 * most` as for `most`".
"""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(s, i):
        return jax.lax.cond(i < count, lambda s: step(weights, s), lambda s: s, s), None

    return jax.lax.scan(body, state, jnp.arange(most), unroll=most)[0]
