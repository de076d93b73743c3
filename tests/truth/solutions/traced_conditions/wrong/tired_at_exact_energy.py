"""Stops where the cost equals the energy.

Class: numbers
Why: for jumps [2, 0, 0], start 0 and energy 2 the move costs exactly what is left and must be made (2, 1, 0); this returns (0, 0, 2).
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        on_board = (0 <= position) & (position < jumps.size)
        return on_board & (jump != 0) & (energy - cost_of(jump) > 0)

    def step(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - cost_of(jump)

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
