"""A while_loop over rounds, with a scan over codes and tables in each, both brought into range before the loops."""

import operator
from functools import partial

import jax
import jax.numpy as jnp


def add(x, table):
    return operator.add(x, table)


def take_from(x, table):
    return operator.sub(table, x)


def turn(x, table):
    return jnp.concatenate([x[-1:], x[:-1]])


def least(x, table):
    return jax.lax.min(x, table)


def step(x, entry):
    code, table = entry
    return jax.lax.switch(code, (add, take_from, turn, least), x, table), None


def go_round(entries, state):
    left, x = state
    x, _ = jax.lax.scan(step, x, entries)
    return left - 1, x


def run(tables, codes, picks, rounds, x):
    entries = jnp.mod(codes, 4), jnp.stack(tables)[jnp.mod(picks, len(tables))]
    _, x = jax.lax.while_loop(lambda state: state[0] > 0, partial(go_round, entries), (rounds, x))
    return x
