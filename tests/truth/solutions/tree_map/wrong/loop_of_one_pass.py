"""Carries the whole tree through a loop of jax.lax with a single pass.

Class: structure
Why: breaches "no loops of jax.lax": fori_loop(0, 1, ...) does the step (the numbers are right).
"""

import jax


def step(params, grads, rate):
    def body(_, params):
        return jax.tree.map(lambda p, g: p - rate * g, params, grads)

    return jax.lax.fori_loop(0, 1, body, params)
