"""A while loop with a safety belt: no more than 100 000 moves.

Class: numbers
Why: jumps [1, -1], start 0 and energy 1000000 take 666666 moves (the last cycle ends with 1 left and moves once more: 666667); this stops at 100000 with energy left.
"""

import jax
import jax.numpy as jnp

LIMIT = 100_000  # surely it goes in circles


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, moves, energy = state
        jump = jumps[position]
        on_board = (position >= 0) & (position < jumps.size)
        return on_board & (jump != 0) & (cost_of(jump) <= energy) & (moves < LIMIT)

    def step(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - cost_of(jump)

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
