"""Makes a menu of all four results in each step and indexes it, inside of a while loop that counts down."""
import jax
import jax.numpy as jnp


def run(tables, codes, picks, rounds, x):
    book = jnp.stack(tables)
    script = jnp.stack([codes % 4, picks % len(tables)], axis=1)

    def follow(x, line):
        table = book[line[1]]
        menu = jnp.stack([x + table, table - x, jnp.roll(x, 1), jnp.minimum(x, table)])
        return menu[line[0]], None

    def is_left(state):
        return state[0] > 0

    def one_round(state):
        left, x = state
        return left - 1, jax.lax.scan(follow, x, script)[0]

    return jax.lax.while_loop(is_left, one_round, (rounds, x))[1]
