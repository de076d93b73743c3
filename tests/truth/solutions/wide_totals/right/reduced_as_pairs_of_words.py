"""lax.reduce adds pairs of words with their carry; the old total is one more pair."""
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Wide(NamedTuple):
    high: jax.Array
    low: jax.Array


def add(a, b):
    low = a[1] + b[1]
    return Wide(a[0] + b[0] + (low < b[1]).astype(jnp.uint32), low)


def add_counts(high, low, counts):
    zero = jnp.uint32(0)
    terms = Wide(jnp.zeros_like(counts), counts)
    total = lax.reduce(tuple(terms), (zero, zero), lambda a, b: tuple(add(a, b)), (0,))
    return tuple(add(Wide(high, low), Wide(*total)))
