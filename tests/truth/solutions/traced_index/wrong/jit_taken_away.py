"""The starter without jit.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    for _ in range(rounds):
        for code, pick in zip(codes, picks):
            x = OPERATIONS[code](x, tables[pick])
    return x
