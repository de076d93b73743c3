"""Gives a tile to rest on a cost that nobody can pay.

Class: numbers
Why: With an energy of 2147483647 and a piece that starts on a tile of 0, the cost of 2147483647 is paid, and (start, 1, 0) comes out instead of (start, 0, 2147483647).
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    never = jnp.iinfo(jnp.int32).max
    costs = jnp.where(jumps > 0, jumps, -2 * jumps)
    costs = jnp.where(jumps == 0, never, costs)

    def goes_on(state):
        position, _, energy = state
        return (0 <= position) & (position < jumps.size) & (costs[position] <= energy)

    def step(state):
        position, moves, energy = state
        return position + jumps[position], moves + 1, energy - costs[position]

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
