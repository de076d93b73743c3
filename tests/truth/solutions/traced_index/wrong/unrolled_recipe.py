"""A Python loop over the recipe.
Class: growth
Why: "It has as many operations for many steps as for few".
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

    def go_round(_, x):
        for i in range(codes.size):
            x = jax.lax.switch(codes[i] % 4, OPERATIONS, x, stacked[picks[i]])
        return x

    return jax.lax.fori_loop(0, rounds, go_round, x)
