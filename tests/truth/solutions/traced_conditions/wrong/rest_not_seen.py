"""A tile to rest on doesn't end the walk, unless the energy is gone.
Class: numbers
Why: "if jump == 0".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def look(position):
        jump = jumps[position]
        return jump, jnp.where(jump > 0, jump, -2 * jump)

    def cond(state):
        position, moves, energy = state
        jump, cost = look(position)
        return (position >= 0) & (position < jumps.size) & (moves < 5000) & (cost <= energy)

    def body(state):
        position, moves, energy = state
        jump, cost = look(position)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(cond, body, (start, jnp.int32(0), energy))
