"""All recipes are brought to 256 steps, so that one program serves all: short ones are filled up by steps that do nothing.

Class: numbers
Why: a recipe of 300 steps loses its last 44 in each round.
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
    lambda x, _: x,
]
LENGTH = 256


def run(tables, codes, picks, rounds, x):
    stack = jnp.stack(tables)
    surplus = max(0, LENGTH - codes.shape[0])
    codes = jnp.pad(codes[:LENGTH] % 4, (0, surplus), constant_values=4)
    picks = jnp.pad(picks[:LENGTH] % len(tables), (0, surplus))

    def step(x, entry):
        code, pick = entry
        return jax.lax.switch(code, OPERATIONS, x, stack[pick]), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, (codes, picks))[0], x)
