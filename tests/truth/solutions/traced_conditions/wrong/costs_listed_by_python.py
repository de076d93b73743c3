"""The costs of all tiles are computed beforehand, tile by tile in Python, so the program grows with the row.
Breaks: "as many operations for many tiles as for few".
Class: growth
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    costs = []
    for i in range(jumps.size):
        jump = jumps[i]
        costs.append(jnp.where(jump > 0, jump, -2 * jump))
    costs = jnp.stack(costs)

    def goes_on(state):
        position, _, left = state
        inside = (position >= 0) & (position < jumps.size)
        return inside & (jumps[position] != 0) & (costs[position] <= left)

    def step(state):
        position, moves, left = state
        return position + jumps[position], moves + 1, left - costs[position]

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
