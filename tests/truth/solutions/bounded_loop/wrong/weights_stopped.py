"""No derivative reaches the weights.
Class: custom_rule
Why: "The derivative with respect to `weights` and `state` is asked for".
"""

import jax


def settle(step, weights, state, count, most):
    w = jax.lax.stop_gradient(weights)

    def body(i, s):
        return jax.lax.cond(i < count, lambda: step(w, s), lambda: s)

    return jax.lax.fori_loop(0, most, body, state)
