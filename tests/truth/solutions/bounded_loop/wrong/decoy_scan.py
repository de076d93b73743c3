"""A scan of all steps, times zero, beside a while loop that answers.
Class: decoy
Why: "The derivative with respect to `weights` and `state` is asked for in reverse mode".
"""

import jax


def settle(step, weights, state, count, most):
    answer = jax.lax.stop_gradient(jax.lax.fori_loop(0, count, lambda i, s: step(weights, s), state))
    decoy = jax.lax.fori_loop(0, most, lambda i, s: step(weights, s), state)
    return answer + 0 * decoy
