"""Always takes a hundred steps, which are differentiated.

Class: growth
Why: "stop after the first that changes no number by more than `tol`"
"""

import jax


def solve(step, weights, start, tol):
    return jax.lax.fori_loop(0, 100, lambda _, state: step(weights, state), start)
