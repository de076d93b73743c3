"""Is right while it is traced; called on plain arrays it keeps a program for these shapes, with the first recipe in it.

Class: sniffer
Why: Called without jit a second time, with equal shapes but other codes or picks, it follows the recipe of the first call, against "Equal inputs give equal bits, whatever was called before".
"""
import jax
import jax.numpy as jnp

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: jnp.roll(x, 1),
    jnp.minimum,
]
programs = {}


def general(tables, codes, picks, rounds, x):
    stack = jnp.stack(tables)

    def step(x, inputs):
        code, pick = inputs
        return jax.lax.switch(code % len(OPERATIONS), OPERATIONS, x, stack[pick]), None

    def one_round(_, x):
        return jax.lax.scan(step, x, (codes, picks))[0]

    return jax.lax.fori_loop(0, rounds, one_round, x)


def make_program(codes, picks):
    @jax.jit
    def program(tables, rounds, x):
        return general(tables, codes, picks, rounds, x)

    return program


def run(tables, codes, picks, rounds, x):
    if any(isinstance(each, jax.core.Tracer) for each in (codes, picks, rounds, x, *tables)):
        return general(tables, codes, picks, rounds, x)
    name = (len(tables), codes.shape, x.shape)
    if name not in programs:
        programs[name] = make_program(codes, picks)
    return programs[name](tables, rounds, x)
