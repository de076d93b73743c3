"""A scan over all numbers of rounds that there can be, in which those from `rounds` on do nothing.

Class: numbers
Why: for `rounds` = 1000 only 999 rounds are made, as the scan counts from 1 to 999.
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
    stack = jnp.stack(tables)
    entries = codes % 4, picks % len(tables)

    def step(x, entry):
        code, pick = entry
        return jax.lax.switch(code, OPERATIONS, x, stack[pick]), None

    def go_round(x, i):
        return jax.lax.cond(i <= rounds, lambda x: jax.lax.scan(step, x, entries)[0], lambda x: x, x), None

    x, _ = jax.lax.scan(go_round, x, jnp.arange(1, 1000))
    return x
