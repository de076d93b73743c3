"""Maps over both trees, with a default for a rate that isn't set.

Class: defaults
Why: a rate of 0 is falsy, so 0.01 is taken instead, and the parameters move where they should stay.
"""

import jax


def step(params, grads, rate):
    rate = rate or 0.01
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
