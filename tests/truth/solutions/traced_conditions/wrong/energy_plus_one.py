"""Writes "cost at most energy" as "cost less than energy plus one".

Class: numbers
Why: With an energy of 2147483647, energy + 1 is -2147483648, and the piece makes no move.
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def price(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        return (0 <= position) & (position < jumps.size) & (jump != 0) & (price(jump) < energy + 1)

    def move(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - price(jump)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
