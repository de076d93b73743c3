"""Conds in each other, built by recursion in Python.
Class: growth
Why: "It has as many operations for `2 * most` as for `most`".
"""

import jax


def settle(step, weights, state, count, most):
    def go(s, i):
        if i == most:
            return s
        return jax.lax.cond(i < count, lambda s: go(step(weights, s), i + 1), lambda s: s, s)

    return go(state, 0)
