"""Negative codes count from the end, beginning with 0.
Class: numbers
Why: "As in every Python list, a negative number counts from the end".
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
        return jax.lax.scan(step, x, (jnp.where(codes < 0, codes + 3, codes), picks))[0]

    return jax.lax.fori_loop(0, rounds, go_round, x)
