"""A while loop whose own rule hands the gradient through.
Class: custom_rule
Why: "It is that of `count` steps".
"""

import jax


def settle(step, weights, state, count, most):
    @jax.custom_vjp
    def run(w, s, n):
        return jax.lax.fori_loop(0, n, lambda i, s: step(w, s), s)

    run.defvjp(lambda w, s, n: (run(w, s, n), w), lambda w, g: (0 * w, g, None))
    return run(weights, state, count)
