"""The tables of all steps are gathered before the loop."""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    rows = jnp.take(jnp.stack(tables), picks, axis=0, mode="wrap")
    codes = codes & 3

    def step(x, row_and_code):
        row, code = row_and_code
        return jax.lax.switch(code, OPERATIONS, x, row), None

    return jax.lax.fori_loop(0, rounds, lambda i, x: jax.lax.scan(step, x, (rows, codes))[0], x)
