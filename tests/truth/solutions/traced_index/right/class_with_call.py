"""A callable object holds the stacked tables."""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: jnp.roll(x, 1),
    lambda x, table: jnp.minimum(x, table),
]


class Recipe:
    def __init__(self, tables, codes, picks):
        self.tables = jnp.stack(tables)
        self.steps = {"code": codes % len(OPERATIONS), "pick": picks}

    def step(self, x, step):
        return jax.lax.switch(step["code"], OPERATIONS, x, self.tables[step["pick"]]), None

    def __call__(self, _, x):
        x, _ = jax.lax.scan(self.step, x, self.steps)
        return x


def run(tables, codes, picks, rounds, x):
    return jax.lax.fori_loop(0, rounds, Recipe(tables, codes, picks), x)
