"""Counts the rounds down in a while loop that asks after the round.

Class: numbers
Why: with rounds 0 the result must be x itself, and here one round has been made.
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

    def one_round(state):
        x, left = state
        return jax.lax.scan(step, x, pairs)[0], left - 1

    def goes_on(state):
        return state[1] > 0

    # The first round gives the loop its types.
    return jax.lax.while_loop(goes_on, one_round, one_round((x, rounds)))[0]
