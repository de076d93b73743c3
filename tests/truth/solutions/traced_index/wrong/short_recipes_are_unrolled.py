"""Writes recipes of up to 8 steps out in Python, and scans longer ones.

Class: structure
Why: For `T` up to 8 each step adds a switch to the program, against "It has as many operations for many steps as for few".
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

    def step(x, inputs):
        code, pick = inputs
        return jax.lax.switch(code % len(OPERATIONS), OPERATIONS, x, stack[pick]), None

    def one_round(_, x):
        if codes.shape[0] > 8:
            return jax.lax.scan(step, x, (codes, picks))[0]
        for code, pick in zip(codes, picks, strict=True):
            x, _ = step(x, (code, pick))
        return x

    return jax.lax.fori_loop(0, rounds, one_round, x)
