"""The table is chosen by a switch as well, from functions that return one."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def add(x, table):
    return x + table


def take_from(x, table):
    return table - x


def turn(x, table):
    return jnp.concatenate([x[-1:], x[:-1]])


def bound(x, table):
    return jnp.where(x < table, x, table)


@jax.jit
def run(tables, codes, picks, rounds, x):
    readers = [partial(lambda table: table, table) for table in tables]

    def from_start(number, size):
        return lax.select(number < 0, number + size, number)

    def step(x, order):
        table = lax.switch(from_start(order["pick"], len(tables)), readers)
        return lax.switch(from_start(order["code"], 4), (add, take_from, turn, bound), x, table), None

    def one_round(state):
        left, x = state
        return left - 1, lax.scan(step, x, {"code": codes, "pick": picks})[0]

    return lax.while_loop(lambda state: state[0] > 0, one_round, (rounds, x))[1]
