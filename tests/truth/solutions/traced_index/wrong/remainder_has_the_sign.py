"""Brings codes and picks into range by `lax.rem`, whose remainder has the sign of the dividend.

Class: numbers
Why: For a code of -1 the remainder is -1, which `lax.switch` takes for the first branch, so x + table comes out instead of the minimum; negative picks are right, as arrays count from the end.
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
    stack = jnp.stack(tables)
    codes = jax.lax.rem(codes, jnp.full_like(codes, len(OPERATIONS)))
    picks = jax.lax.rem(picks, jnp.full_like(picks, len(tables)))

    def step(x, inputs):
        code, pick = inputs
        return jax.lax.switch(code, OPERATIONS, x, stack[pick]), None

    def one_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)
