"""Stops early when a round changes nothing any more, which it sees by the sum.

Class: numbers
Why: a round can keep the sum and still change the row: with codes [2], 1, 2, 3 is rolled once, however many rounds there are.
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

    def go_on(state):
        i, _, changed = state
        return (i < rounds) & changed

    def go_round(state):
        i, x, _ = state
        new, _ = jax.lax.scan(step, x, entries)
        return i + 1, new, new.sum() != x.sum()

    _, x, _ = jax.lax.while_loop(go_on, go_round, (jnp.int32(0), x, jnp.bool_(True)))
    return x
