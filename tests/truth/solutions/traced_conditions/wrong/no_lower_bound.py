"""Asks only whether the piece is past the right end.

Class: numbers
Why: for jumps [3, 1], start -1 and energy 9 the index -1 reads the last tile and the piece moves (to 0, 3), where it should stay at (-1, 0, 9).
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def look(position):
        jump = jumps[position]
        return jump, jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump, cost = look(position)
        return (position < jumps.size) & (position >= -jumps.size) & (jump != 0) & (cost <= energy)

    def step(state):
        position, moves, energy = state
        jump, cost = look(position)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
