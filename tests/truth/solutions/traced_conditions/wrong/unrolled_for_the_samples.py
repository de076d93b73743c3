"""Forty steps, written out by a Python loop.
Class: growth
Why: "The loop must end with the walk".
"""

import jax.numpy as jnp


def walk(jumps, start, energy):
    position, moves = start, jnp.int32(0)
    for _ in range(40):
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        go = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= energy)
        position = jnp.where(go, position + jump, position)
        moves = jnp.where(go, moves + 1, moves)
        energy = jnp.where(go, energy - cost, energy)
    return position, moves, energy
