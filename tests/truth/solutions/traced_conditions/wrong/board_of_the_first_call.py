"""Compiles the game once for each length of the row, with the row of the first call as a constant.

Class: key
Why: A second row of the same length is played on the tiles of the first (and if the first call was traced, on a dead tracer).
"""

import functools

import jax
import jax.numpy as jnp

GAMES = {}


def play(jumps, start, energy):
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


def walk(jumps, start, energy):
    if jumps.size not in GAMES:
        GAMES[jumps.size] = jax.jit(functools.partial(play, jumps))
    return GAMES[jumps.size](start, energy)
