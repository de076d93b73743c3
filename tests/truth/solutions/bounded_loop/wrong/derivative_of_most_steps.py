"""The values are those of `count` steps, the derivative that of all.
Class: custom_rule
Why: "It is that of `count` steps".
"""

import jax


def settle(step, weights, state, count, most):
    def all_steps(w, s):
        return jax.lax.fori_loop(0, most, lambda i, s: step(w, s), s)

    @jax.custom_vjp
    def run(w, s, n):
        return jax.lax.fori_loop(0, n, lambda i, s: step(w, s), s)

    def backward(kept, g):
        return (*jax.vjp(all_steps, *kept)[1](g), None)

    run.defvjp(lambda w, s, n: (run(w, s, n), (w, s)), backward)
    return run(weights, state, count)
