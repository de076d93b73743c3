"""The rule for tangents lets them through in 16 bits.

Class: dtype
Why: the values are right, but for a scale such as 0.3 (or an incoming gradient such as 1/3) each derivative inside the range goes through bfloat16 and is off by up to 0.2 %, where 2048 float32 epsilons (0.02 %) are allowed.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def straight_round(x):
    return jnp.round(x)


@straight_round.defjvp
def rule(primals, tangents):
    (x,), (tangent,) = primals, tangents
    return straight_round(x), tangent.astype(jnp.bfloat16).astype(tangent.dtype)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * straight_round(jnp.clip(x / scale, low, high))
