"""As on paper: four digits to the base 65536, added from the right, with carries in a loop over the digits."""

import jax.numpy as jnp

BASE = 65536


def digits_of(number):
    upper, lower = jnp.divmod(number, jnp.uint32(BASE))
    return [lower, upper]  # the least first


def add_counts(high, low, counts):
    lower, upper = digits_of(counts)
    # Up to 65536 digits of 16 bits add up to less than 2**32.
    sum_of_lower = jnp.sum(lower, axis=0, dtype=jnp.uint32)
    sum_of_upper = jnp.sum(upper, axis=0, dtype=jnp.uint32)
    zero = jnp.zeros_like(low)

    totals = digits_of(low) + digits_of(high)
    first = digits_of(sum_of_lower) + [zero, zero]
    second = [zero] + digits_of(sum_of_upper) + [zero]

    carry, digits = zero, []
    for a, b, c in zip(totals, first, second, strict=True):
        digit, carry = (s := a + b + c + carry) % BASE, s // BASE
        digits.append(digit)
    return digits[3] * BASE + digits[2], digits[1] * BASE + digits[0]
