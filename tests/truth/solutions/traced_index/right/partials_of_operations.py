"""The operations take the stack and the pick, and read their table themselves."""

import jax
import jax.numpy as jnp


def make(operation, tables):
    return lambda x, pick: operation(x, tables[pick])


def run(tables, codes, picks, rounds, x):
    stack = jax.tree.map(lambda *parts: jnp.stack(parts), *tables)
    plain = [jnp.add, lambda x, t: t - x, lambda x, t: jnp.concatenate((x[-1:], x[:-1])), jnp.minimum]
    branches = [make(operation, stack) for operation in plain]

    @jax.jit
    def follow(x):
        return jax.lax.scan(lambda x, s: (jax.lax.switch(s[0] % 4, branches, x, s[1]), None), x, (codes, picks))[0]

    return jax.lax.while_loop(lambda s: s[0] < rounds, lambda s: (s[0] + 1, follow(s[1])), (jnp.int32(0), x))[1]
