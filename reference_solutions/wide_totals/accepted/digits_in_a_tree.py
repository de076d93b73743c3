"""Four digits of 16 bits for each number, added with a carry as on paper, and joined by an associative scan."""

import jax
import jax.numpy as jnp

LOWER = 0xFFFF


def add_digits(a, b):
    carry, digits = jnp.uint32(0), []
    for one, other in zip(a, b, strict=True):
        total = one + other + carry
        digits.append(total & LOWER)
        carry = total >> 16
    return tuple(digits)


def add_counts(high, low, counts):
    lows = jnp.vstack([low, counts])
    highs = jnp.zeros_like(lows).at[0].set(high)
    digits = lows & LOWER, lows >> 16, highs & LOWER, highs >> 16
    first, second, third, fourth = (sums[-1] for sums in jax.lax.associative_scan(add_digits, digits))
    return third | fourth << 16, first | second << 16
