"""One loop over all steps of all rounds; its counter says which step of the recipe is meant."""

import jax
import jax.numpy as jnp


def run(tables, codes, picks, rounds, x):
    stacked = jnp.stack(tables)
    length = codes.shape[0]

    def step(i, x):
        code, table = codes[i % length], stacked[picks[i % length]]
        return jnp.select(
            [(code == 0) | (code == -4), (code == 1) | (code == -3), (code == 2) | (code == -2)],
            [x + table, table - x, jnp.roll(x, 1)],
            jnp.minimum(x, table),
        )

    return jax.lax.fori_loop(0, rounds * length, step, x)
