"""An `if` for each operation became a `cond`."""

import jax.numpy as jnp
from jax.lax import cond, fori_loop, scan


def run(tables, codes, picks, rounds, x):
    tables = jnp.asarray(tables)

    def step(x, inputs):
        code, pick = inputs
        table = tables[pick]
        code = cond(code < 0, lambda: code + 4, lambda: code)
        new = cond(
            code < 2,
            lambda: cond(code == 0, lambda: x + table, lambda: table - x),
            lambda: cond(code == 2, lambda: jnp.roll(x, 1), lambda: jnp.minimum(x, table)),
        )
        return new, None

    return fori_loop(0, rounds, lambda _, x: scan(step, x, (codes, picks))[0], x)
