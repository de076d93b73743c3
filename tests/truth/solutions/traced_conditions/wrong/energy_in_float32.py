"""Counts the energy as a float, since costs look like real numbers.

Class: dtype
Why: for energies above 2**24 float32 drops the last digits: jumps [1, 0], start 0 and energy 16777220 must leave 16777219, and leaves 16777220 (or 2147483647 must leave 2147483646 and 2147483648 is no int32 at all).
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    costs = jnp.where(jumps > 0, jumps, -2 * jumps).astype(jnp.float32)

    def goes_on(state):
        position, _, energy = state
        on_board = (position >= 0) & (position < jumps.size)
        return on_board & (jumps[position] != 0) & (costs[position] <= energy)

    def step(state):
        position, moves, energy = state
        return position + jumps[position], moves + 1, energy - costs[position]

    state = (start, jnp.int32(0), energy.astype(jnp.float32))
    position, moves, energy = jax.lax.while_loop(goes_on, step, state)
    return position, moves, energy.astype(jnp.int32)
