"""Run by the grader before a submission comes, so that the operations of this problem are compiled. Not a solution."""

import jax
import jax.numpy as jnp


class ConfigBox:
    """A box of an array and a number, not registered as anything."""

    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


def run_scan(box, init, xs):
    """Touch what solutions use, in another order than a solution would."""
    ones = jnp.ones(box.scale)
    total = jax.lax.scan(lambda state, x: (state * x, state), init + ones, xs)
    return total[0] + box.vec, total[1]
