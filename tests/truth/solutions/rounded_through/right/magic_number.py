"""Terse expert: adding and subtracting 1.5 * 2**23 rounds to a whole number (to even, as jnp.round), and its derivative is 1."""

import jax.numpy as jnp

MAGIC = 1.5 * 2.0**23  # float32 has no fraction from here to 2**24


def fake_quantise(x, scale, bits):
    top = 2 ** (bits - 1)
    rounded = (jnp.clip(x / scale, -top, top - 1) + MAGIC) - MAGIC
    return scale * rounded
