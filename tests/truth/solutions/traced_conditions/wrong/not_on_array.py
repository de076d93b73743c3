"""`not` asks for a value.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def look(position):
        jump = jumps[position]
        return jump, jnp.where(jump > 0, jump, -2 * jump)

    def cond(state):
        position, moves, energy = state
        jump, cost = look(position)
        return (position >= 0) & (position < jumps.size) & (cost <= energy) & (not jump == 0)

    def body(state):
        position, moves, energy = state
        jump, cost = look(position)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(cond, body, (start, jnp.int32(0), energy))
