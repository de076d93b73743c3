"""The truth of `traced_conditions`: a while loop whose state says whether the piece may still jump."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    """Return where the piece is in the end, the number of its moves, and the energy that is left."""

    def look(position, energy):
        on_board = jnp.logical_and(position >= 0, position < jumps.size)
        jump = jnp.where(on_board, jumps[jnp.clip(position, 0, jumps.size - 1)], 0)
        cost = jnp.where(jump > 0, jump, -2 * jump)
        return jump, cost, jnp.logical_and(jump != 0, cost <= energy)

    def move(state):
        position, moves, energy = state
        jump, cost, _ = look(position, energy)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(lambda state: look(state[0], state[2])[2], move, (start, jnp.int32(0), energy))
