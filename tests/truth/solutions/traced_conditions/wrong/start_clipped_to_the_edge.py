"""Puts a start that is off the board on the first place beside it, so that no index is far out.

Class: tame
Why: A start of -5, or of N + 5, gives a position of -1, or of N, where the piece should stay where it is.
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    start = jnp.clip(start, -1, jumps.size)

    def price(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        return (0 <= position) & (position < jumps.size) & (jump != 0) & (price(jump) <= energy)

    def move(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - price(jump)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
