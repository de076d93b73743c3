"""Writes out 32 steps in Python, whatever the recipe, so that the program is equally long for all.

Class: tame
Why: Of a recipe with more than 32 steps only the first 32 are made in each round, though any `T` from 1 on is promised.
"""
import jax
import jax.numpy as jnp

LONGEST = 32
OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]


def run(tables, codes, picks, rounds, x):
    stack = jnp.stack(tables)
    places = jnp.minimum(jnp.arange(LONGEST), codes.shape[0] - 1)
    real = jnp.arange(LONGEST) < codes.shape[0]
    codes, picks = codes[places] % len(OPERATIONS), picks[places] % len(tables)

    def one_round(_, x):
        for t in range(LONGEST):
            after = jax.lax.switch(codes[t], OPERATIONS, x, stack[picks[t]])
            x = jnp.where(real[t], after, x)
        return x

    return jax.lax.fori_loop(0, rounds, one_round, x)
