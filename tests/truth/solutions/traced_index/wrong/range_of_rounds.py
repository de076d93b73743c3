"""The rounds stay a `range`.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


@jax.jit
def run(tables, codes, picks, rounds, x):
    stacked = jnp.stack(tables)

    def step(x, numbers):
        code, pick = numbers
        return jax.lax.switch(code % 4, OPERATIONS, x, stacked[pick]), None

    def go_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    for i in range(rounds):
        x = go_round(i, x)
    return x
