"""Writes the wide sums into a narrow buffer by `.at[t].set`, which rounds them unasked.

Class: dtype
Why: for bfloat16 and float16 a float32 row meets a 16-bit array in the update and is converted silently, against "No operation may mix arrays of different dtypes ... convert explicitly, by `astype`".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    steps, width = xs.shape

    def turn(t, carry):
        total, rows = carry
        total = decay * total + xs[t].astype(jnp.float32)
        return total, rows.at[t].set(total)

    start = jnp.zeros(width, jnp.float32), jnp.zeros((steps, width), xs.dtype)
    return jax.lax.fori_loop(0, steps, turn, start)
