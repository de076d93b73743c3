import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def look(position):
        jump = jumps[position]
        return jump, jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump, cost = look(position)
        return (position >= 0) & (position < jumps.size) & (jump != 0) & (cost < energy)

    def move(state):
        position, moves, energy = state
        jump, cost = look(position)
        return position + jump, moves + 1, energy - cost

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
