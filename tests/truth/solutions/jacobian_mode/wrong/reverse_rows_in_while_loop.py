"""Always go backwards, one row at a time in a while_loop, whose body is counted only once.

Class: flops
Why: it breaches "so don't use while_loop": with 2 inputs and 64 outputs it makes 64 passes instead of 2, and a count of the compiled operations sees one.
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)

    def unfinished(state):
        return state[0] < y.size

    def next_row(state):
        i, rows = state
        (row,) = pull(jnp.zeros_like(y).at[i].set(1.0))
        return i + 1, rows.at[i].set(row)

    start = jnp.int32(0), jnp.zeros((y.size, x.size), x.dtype)
    _, rows = jax.lax.while_loop(unfinished, next_row, start)
    return rows
