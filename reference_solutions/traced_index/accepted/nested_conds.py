"""Two `cond`s, one in the other, by the two bits of the code."""

import jax
import jax.numpy as jnp


class Machine:
    def __init__(self, tables):
        self.tables = jax.tree.map(lambda *rows: jnp.stack(rows), *tables)

    def even(self, x, table, second):
        return jax.lax.cond(second, lambda: jnp.roll(x, 1), lambda: x + table)

    def odd(self, x, table, second):
        return jax.lax.cond(second, lambda: jnp.minimum(x, table), lambda: table - x)

    def step(self, x, order):
        code, pick = order
        bits = code & 3  # -1 has all bits set
        args = (x, self.tables[pick], bits >= 2)
        return jax.lax.cond(bits % 2 == 0, self.even, self.odd, *args), None


def run(tables, codes, picks, rounds, x):
    machine = Machine(tables)
    return jax.lax.fori_loop(0, rounds, lambda _, x: jax.lax.scan(machine.step, x, (codes, picks))[0], x)
