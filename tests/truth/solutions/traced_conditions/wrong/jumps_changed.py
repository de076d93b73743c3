"""Tiles that were visited become tiles to rest on.
Class: numbers
Why: "The piece may come to the same tile again and again".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cond(state):
        jumps, position, _, energy = state
        jump = jumps[position]
        return (position >= 0) & (position < jumps.size) & (jump != 0) & (jnp.maximum(jump, -2 * jump) <= energy)

    def body(state):
        jumps, position, moves, energy = state
        jump = jumps[position]
        return jumps.at[position].set(0), position + jump, moves + 1, energy - jnp.maximum(jump, -2 * jump)

    return jax.lax.while_loop(cond, body, (jumps, start, jnp.int32(0), energy))[1:]
