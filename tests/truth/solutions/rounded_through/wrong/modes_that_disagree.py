"""The tangent of the rounding is a linear call with a transpose that doesn't belong to it: reverse mode is right, forward mode gives 0.
Breaks: "The derivative with respect to `x` and `scale` is asked for in reverse mode (`jax.grad`) **and in forward mode**"
Class: custom_rule
"""

import jax
import jax.numpy as jnp
from jax.custom_derivatives import linear_call


@jax.custom_jvp
def through(c):
    return jnp.round(c)


@through.defjvp
def rule(primals, tangents):
    (c,), (t,) = primals, tangents
    return through(c), linear_call(lambda _, t: 0 * t, lambda _, ct: ct, (), t)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * through(jnp.clip(x / scale, low, high))
