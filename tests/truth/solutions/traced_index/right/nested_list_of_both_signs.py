"""Eight branches in the order of the codes from -4 to 3."""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]

BY_CODE = OPERATIONS + OPERATIONS


def run(tables, codes, picks, rounds, x):
    twice = jnp.concatenate([jnp.stack(tables)] * 2)
    size = len(tables)

    def step(carry, pair):
        return jax.lax.switch(pair[0] + len(OPERATIONS), BY_CODE, carry, twice[pair[1] + size]), None

    pairs = jnp.stack([codes, picks], axis=1)

    def go(i, carry):
        return jax.lax.scan(step, carry, pairs)[0]

    return jax.lax.fori_loop(0, rounds, go, x)
