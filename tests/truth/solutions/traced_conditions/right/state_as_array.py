"""The three numbers in one int32 array."""

import jax
import jax.numpy as jnp


@jax.jit
def walk(jumps, start, energy):
    n = jumps.shape[0]

    def change(state):
        jump = jumps[jnp.clip(state[0], 0, n - 1)]
        cost = jnp.where(jump > 0, jump, 2 * -jump)
        return jnp.array([jump, 1, -cost])

    def go(state):
        d = change(state)
        return (state[0] >= 0) & (state[0] < n) & (d[0] != 0) & (state[2] + d[2] >= 0)

    end = jax.lax.while_loop(go, lambda s: s + change(s), jnp.array([start, 0, energy], jnp.int32))
    return end[0], end[1], end[2]
