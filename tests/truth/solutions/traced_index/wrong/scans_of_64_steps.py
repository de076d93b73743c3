"""The recipe is cut into pieces of 64 steps, and Python writes a scan for each piece into the round.

Class: growth
Why: "It has as many operations for many steps as for few": from 65 steps on there is a second scan, and with 640 there are ten.
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]
WIDTH = 64


def run(tables, codes, picks, rounds, x):
    stack = jnp.stack(tables)
    codes, picks = codes % 4, picks % len(tables)

    def step(x, entry):
        code, pick = entry
        return jax.lax.switch(code, OPERATIONS, x, stack[pick]), None

    def go_round(_, x):
        for start in range(0, codes.shape[0], WIDTH):
            piece = codes[start : start + WIDTH], picks[start : start + WIDTH]
            x, _ = jax.lax.scan(step, x, piece)
        return x

    return jax.lax.fori_loop(0, rounds, go_round, x)
