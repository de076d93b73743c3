"""Byte by byte, as one adds on paper: a digit of each total has 8 bits, and the rest is carried."""

import jax.numpy as jnp


def split_bytes(x):
    return [(x >> shift) & 255 for shift in (0, 8, 16, 24)]


def join_bytes(digits):
    return sum(digit << shift for digit, shift in zip(digits, (0, 8, 16, 24)))


def add_counts(high, low, counts):
    sums = [column.sum(axis=0, dtype="uint32") for column in split_bytes(counts)]
    digits, rest = [], jnp.zeros_like(low)
    for digit, more in zip(split_bytes(low) + split_bytes(high), sums + [0] * 4):
        rest = rest + digit + more
        digits.append(rest & 255)
        rest = rest >> 8
    return join_bytes(digits[4:]), join_bytes(digits[:4])
