"""A single while loop over place and round."""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    tables = jnp.stack(tables)

    def keep_going(state):
        done, place, x = state
        return done < rounds

    def step(state):
        done, place, x = state
        x = jax.lax.switch(codes[place] % 4, OPERATIONS, x, tables[picks[place]])
        place = place + 1
        end = place == codes.size
        return done + end, jnp.where(end, 0, place), x

    return jax.lax.while_loop(keep_going, step, (jnp.int32(0), jnp.int32(0), x))[2]
