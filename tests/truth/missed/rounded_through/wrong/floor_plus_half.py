"""Floor plus half.

Class: numbers
Why: Breaks "Return this value", that of `jnp.round`: rounds by floor(c + 0.5). The sum itself rounds, so that c =
0.49999997 (not halfway) goes to level 1 instead of 0. Seen at x = 0.49999997, scale = 1: 1 instead of 0, and the
derivative with respect to scale is 0.5 instead of -0.5.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def nearest(c):
    return jnp.floor(c + 0.5)


@nearest.defjvp
def _pass_on(primals, tangents):
    return nearest(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * nearest(jnp.clip(x / scale, low, high))
