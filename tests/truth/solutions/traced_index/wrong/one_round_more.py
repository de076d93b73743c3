"""Counts to `rounds`, too.
Class: numbers
Why: "for _ in range(rounds)".
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    stacked = jnp.stack(tables)

    def step(x, numbers):
        code, pick = numbers
        return jax.lax.switch(code % 4, OPERATIONS, x, stacked[pick]), None

    def go_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds + 1, go_round, x)
