"""Each result is kept as a further table.
Class: numbers
Why: "x = OPERATIONS[code](x, tables[pick])".
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

    def step(state, numbers):
        x, stacked = state
        code, pick = numbers
        x = jax.lax.switch(code % 4, OPERATIONS, x, stacked[pick])
        return (x, stacked.at[pick].set(x)), None

    def go_round(_, state):
        return jax.lax.scan(step, state, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds, go_round, (x, stacked))[0]
