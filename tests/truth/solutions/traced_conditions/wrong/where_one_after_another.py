"""Three `where`s, of which the later ones see the new position.
Class: numbers
Why: "position, moves, energy = position + jump, moves + 1, energy - cost".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost(position):
        return jnp.maximum(jumps[position], -2 * jumps[position])

    def can(position, energy):
        return (position >= 0) & (position < jumps.size) & (jumps[position] != 0) & (cost(position) <= energy)

    def body(state):
        position, moves, energy = state
        position = jnp.where(can(position, energy), position + jumps[position], position)
        energy = jnp.where(can(position, energy), energy - cost(position), energy)
        return position, moves + 1, energy

    return jax.lax.while_loop(lambda s: can(s[0], s[2]) & (s[1] < 5000), body, (start, jnp.int32(0), energy))
