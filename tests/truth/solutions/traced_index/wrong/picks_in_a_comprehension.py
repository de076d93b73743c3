"""A comprehension looks the tables up, one by one: the program has a few operations for each step. The numbers are right.
Breaks: "**Program.** It has as many operations for many steps as for few."
Class: growth
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
    chosen = jnp.stack([stacked[pick] for pick in picks])

    def step(x, both):
        code, table = both
        return jax.lax.switch(code % 4, OPERATIONS, x, table), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, (codes, chosen))[0], x)
