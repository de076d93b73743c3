"""The first recipe of each length is kept, and taken for all later ones of that length.
Breaks: "no number in the arrays is known while it does", and the result must be that of the codes and picks given.
Class: state
"""

import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]
recipes = {}


def run(tables, codes, picks, rounds, x):
    if not isinstance(codes, jax.core.Tracer):
        recipes.setdefault((len(tables), codes.size), (codes % 4, picks % len(tables)))
    recipe = recipes.get((len(tables), codes.size), (codes % 4, picks % len(tables)))
    stacked = jnp.stack(tables)

    def step(x, both):
        code, pick = both
        return jax.lax.switch(code, OPERATIONS, x, stacked[pick]), None

    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(step, x, recipe)[0], x)
