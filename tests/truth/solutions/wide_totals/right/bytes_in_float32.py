"""Bytes are added up in float32, which is exact below 2**24, and 65536 bytes are less."""

import jax.numpy as jnp


def add_counts(high, low, counts):
    for place in range(4):
        part = ((counts >> (8 * place)) & 255).astype(jnp.float32)
        digits = part.sum(axis=0).astype(jnp.uint32)
        if place:
            high = high + (digits >> (32 - 8 * place))
        new = low + (digits << (8 * place))
        high, low = high + (new < low), new
    return high, low
