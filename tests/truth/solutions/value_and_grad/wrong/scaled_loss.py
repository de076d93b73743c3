"""Scales the loss by 65536 before it is differentiated, and value and slope back, as in training with half precision.

Class: numbers
Why: for a loss or a slope above 5.2e33, such as 1e35 (with a rate small enough), the product overflows, and infinity comes out where the right number is finite.
"""

import jax

SCALE = 65536.0


def descend(loss, params, rate):
    value, slope = jax.value_and_grad(lambda params: SCALE * loss(params))(params)
    return value / SCALE, params - rate * (slope / SCALE)
