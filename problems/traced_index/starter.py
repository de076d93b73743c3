import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]


@jax.jit
def run(tables, codes, picks, rounds, x):
    # Right without jit. Under jit, lists and ranges
    # are given numbers that have no value yet.
    for _ in range(rounds):
        for code, pick in zip(codes, picks, strict=True):
            x = OPERATIONS[code](x, tables[pick])
    return x
