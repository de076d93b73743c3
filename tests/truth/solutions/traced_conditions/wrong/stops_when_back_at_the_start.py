"""Ends the walk when the piece is back on the tile where it began, as it would go round for ever.

Class: example
Why: On jumps [1, -1] from tile 0 with energy 9 the piece goes back and forth six times, and here it stops after two moves with 6 left.
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def price(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, moves, energy = state
        jump = jumps[position]
        fresh = (moves == 0) | (position != start)
        return fresh & (0 <= position) & (position < jumps.size) & (jump != 0) & (price(jump) <= energy)

    def move(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - price(jump)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
