"""Counts negative indices from the end by a bit mask, for the codes and for the picks.

Class: numbers
Why: `pick & (K - 1)` is `pick % K` only if K is a power of two: with K = 3, pick 1 becomes 1 & 2 = 0 and the first table is taken.
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
    codes = codes & (len(OPERATIONS) - 1)
    picks = picks & (len(tables) - 1)

    def step(x, pair):
        code, pick = pair
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    def one_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)
