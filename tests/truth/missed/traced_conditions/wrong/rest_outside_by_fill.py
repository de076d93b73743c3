"""Rest outside by fill.

Class: numbers
Why: Breaks `while 0 <= position < jumps.size`: what lies outside is read as 0, a tile to rest on, but only a start
below 0 is taken care of, and a position of -1 reached by a jump is the last tile for `.at[]`. Seen at jumps=[-1, 5],
start=0, energy=10: goes on to 4.
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def next_jump(position):
        return jumps.at[position].get(mode="fill", fill_value=0)

    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = next_jump(position)
        return (start >= 0) & (jump != 0) & (cost_of(jump) <= energy)

    def step(state):
        position, moves, energy = state
        jump = next_jump(position)
        return position + jump, moves + 1, energy - cost_of(jump)

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
