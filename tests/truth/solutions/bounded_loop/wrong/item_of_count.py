"""The count is taken out of its array.
Class: structure
Why: "Its value is not known while JAX traces".
"""

import jax


def settle(step, weights, state, count, most):
    n = count.item()
    return jax.lax.fori_loop(0, n, lambda i, s: step(weights, s), state)
