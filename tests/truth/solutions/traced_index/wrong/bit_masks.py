"""Negative numbers are mended by a mask of bits, `pick & (K - 1)`, which is right only if K is a power of two.
Breaks: "As in every Python list, a negative number counts from the end."
Class: numbers
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]


def run(tables, codes, picks, rounds, x):
    stacked = jnp.stack(tables)
    codes = codes & 3
    picks = picks & (len(tables) - 1)

    def step(x, both):
        code, pick = both
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, (codes, picks))[0], x)
