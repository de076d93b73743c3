"""Stacks the tables once, and keeps the stack for later calls with tables of that kind.

Class: state
Why: a second call with other tables of the same K and D computes with the tables of the first call (or with its dead tracers).
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]

_stacks = {}


def run(tables, codes, picks, rounds, x):
    kind = len(tables), tables[0].shape
    if kind not in _stacks:
        _stacks[kind] = jnp.stack(tables)
    stacked = _stacks[kind]

    def step(x, pair):
        code, pick = pair
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    def one_round(_, x):
        return jax.lax.scan(step, x, (codes % len(OPERATIONS), picks % len(tables)))[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)
