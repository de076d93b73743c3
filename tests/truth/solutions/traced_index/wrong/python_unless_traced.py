"""Asks for the number of rounds, and takes a single one if nobody can tell.

Class: sniffer
Why: with values it is right, but traced (as the statement demands) it makes one round whatever `rounds` is, so rounds 0 and 2 are wrong.
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

    def step(x, pair):
        code, pick = pair
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    try:
        count = int(rounds)
    except jax.errors.JAXTypeError:
        count = 1
    for _ in range(count):
        x, _ = jax.lax.scan(step, x, (codes % len(OPERATIONS), picks % len(tables)))
    return x
