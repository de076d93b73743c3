"""A scan that is unrolled completely, because its steps are tiny.

Class: growth
Why: breaches "It has as many operations for many steps as for few": unroll=True writes the switch into the exported program T times.
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
    pairs = (codes % len(OPERATIONS), picks % len(tables))

    def step(x, pair):
        code, pick = pair
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    def one_round(_, x):
        return jax.lax.scan(step, x, pairs, unroll=True)[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)
