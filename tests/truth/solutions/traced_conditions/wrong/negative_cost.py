"""A jump back gives energy.
Class: numbers
Why: "cost = jump if jump > 0 else -2 * jump".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def look(position):
        jump = jumps[position]
        return jump, jnp.where(jump > 0, jump, 2 * jump)

    def cond(state):
        position, moves, energy = state
        jump, cost = look(position)
        return (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= energy) & (moves < 5000)

    def body(state):
        position, moves, energy = state
        jump, cost = look(position)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(cond, body, (start, jnp.int32(0), energy))
