"""To count from the end, the caller's list of tables is turned round in place, and left like that.

Class: state
Why: a second call with the same list takes tables from the wrong end, so equal inputs give other numbers.
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
    count = len(tables)
    tables.reverse()
    turned = jnp.stack(tables)  # -1 is now the first one
    entries = codes % 4, jnp.where(picks < 0, -1 - picks, count - 1 - picks)

    def step(x, entry):
        code, place = entry
        return jax.lax.switch(code, OPERATIONS, x, turned[place]), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, entries)[0], x)
