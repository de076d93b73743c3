"""For each tile where the jump leads; a tile to rest on leads to itself."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    tiles = jnp.arange(jumps.size, dtype=jnp.int32)
    targets = tiles + jumps
    forward = jumps > 0
    cost = jnp.where(forward, 1, 2) * jnp.abs(jumps)

    def moves_on(state):
        position, _, left = state
        return (position >= 0) & (position < jumps.size) & (targets[position] != position) & (cost[position] <= left)

    def move(state):
        position, n, left = state
        return targets[position], n + 1, left - cost[position]

    return jax.lax.while_loop(moves_on, move, (start, jnp.int32(0), energy))
