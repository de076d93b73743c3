"""Takes a usual rate where none is given.

Class: defaults
Why: a rate of exactly 0 is falsy, so 0.1 is taken instead, and `new` differs from `params`.
"""

import jax


def descend(loss, params, rate):
    rate = rate or 0.1
    value, slope = jax.value_and_grad(loss)(params)
    return value, params - rate * slope
