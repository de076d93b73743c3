"""Each table is a branch; so is each operation."""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    def read(table):
        return lambda: table

    readers = [read(table) for table in tables]

    def positive(i, n):
        return i + n * (i < 0)

    def step(x, order):
        code, pick = order
        table = jax.lax.switch(positive(pick, len(readers)), readers)
        return jax.lax.switch(positive(code, len(OPERATIONS)), OPERATIONS, x, table), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, (codes, picks))[0], x)
