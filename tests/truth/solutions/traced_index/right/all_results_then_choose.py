"""Computes the results of all four operations and takes the wanted row of them."""

import jax
import jax.numpy as jnp


@jax.jit
def run(tables, codes, picks, rounds, x):
    chosen = jnp.take(jnp.stack(tables), picks, axis=0, mode="wrap")  # (T, D)
    wanted = codes & 3  # in two's complement, -1 & 3 is 3

    def body(t, x):
        # Sums in the rows that nobody wants may wrap around: they are dropped.
        candidates = jnp.stack([x + chosen[t], chosen[t] - x, jnp.roll(x, 1), jnp.minimum(x, chosen[t])])
        return candidates[wanted[t]]

    def one_round(_, x):
        return jax.lax.fori_loop(0, codes.size, body, x)

    return jax.lax.fori_loop(0, rounds, one_round, x)
