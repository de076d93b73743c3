"""The smaller of two numbers is found by the sign of their difference.

Class: numbers
Why: numbers "may lie anywhere" in int32: for x = 2000000000 and a table of -2000000000 the difference overflows, and the greater one is taken.
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    lambda x, table: jnp.where(x - table < 0, x, table),
]


def run(tables, codes, picks, rounds, x):
    stack = jnp.stack(tables)
    entries = codes % 4, picks % len(tables)

    def step(x, entry):
        code, pick = entry
        return jax.lax.switch(code, OPERATIONS, x, stack[pick]), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, entries)[0], x)
