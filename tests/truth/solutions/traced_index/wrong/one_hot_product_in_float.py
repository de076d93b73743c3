"""Takes the tables by a product with one-hot rows, as an accelerator likes it.

Class: dtype
Why: the product is made in float32, so a table with 16777217 is read as 16777216.
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
    count = len(tables)
    one_hot = jax.nn.one_hot(picks % count, count, dtype=jnp.float32)
    stacked = jnp.stack(tables).astype(jnp.float32)
    chosen = jnp.matmul(one_hot, stacked, precision="highest").astype(jnp.int32)

    def step(x, pair):
        code, table = pair
        return jax.lax.switch(code, OPERATIONS, x, table), None

    def one_round(_, x):
        return jax.lax.scan(step, x, (codes % len(OPERATIONS), chosen))[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)
