"""The price of each tile is computed once, before the loop."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    prices = jnp.where(jumps > 0, jumps, -2 * jumps)
    impossible = jnp.int32(2**31 - 1)
    prices = jnp.where(jumps == 0, impossible, prices)

    def may(s):
        p, _, e = s
        inside = (p >= 0) & (p < jumps.size)
        return inside & (jumps[p] != 0) & (prices[p] <= e)

    def do(s):
        p, m, e = s
        return (p + jumps[p], m + 1, e - prices[p])

    return jax.lax.while_loop(may, do, (start, jnp.int32(0), energy))
