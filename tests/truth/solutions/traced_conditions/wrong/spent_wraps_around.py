"""Counts what is spent, and compares spent plus cost with the energy.

Class: numbers
Why: with energy 2147483647 and a long back and forth (1001 tiles, jumps[0] = 1000, jumps[1000] = -1000, start 0), spent + cost wraps to a negative number, which is not above the energy, so the piece goes on when it is too tired.
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(position):
        jump = jumps[position]
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, moves, spent = state
        on_board = (position >= 0) & (position < jumps.size)
        return on_board & (jumps[position] != 0) & (spent + cost_of(position) <= energy)

    def step(state):
        position, moves, spent = state
        return position + jumps[position], moves + 1, spent + cost_of(position)

    position, moves, spent = jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), jnp.int32(0)))
    return position, moves, energy - spent
