"""Ends every walk after 10,000 moves, as there are at most so many tiles.

Class: tame
Why: For jumps [1, -1] and an energy of 1,000,000 the piece makes more than 600,000 moves, but it is stopped after 10,000.
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, moves, energy = state
        jump = jumps[position]
        on_board = (0 <= position) & (position < jumps.size)
        return on_board & (jump != 0) & (cost_of(jump) <= energy) & (moves < 10_000)

    def step(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - cost_of(jump)

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
