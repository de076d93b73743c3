import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, 1.0 * table),
]


def run(tables, codes, picks, rounds, x):
    tables = jnp.stack(tables)
    codes = codes % 4

    def step(x, numbers):
        code, pick = numbers
        return jax.lax.switch(code, OPERATIONS, x, tables[pick]), None

    def go_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds, go_round, x)
