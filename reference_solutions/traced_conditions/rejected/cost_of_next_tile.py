import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def price(position):
        jump = jumps[position]
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        on_board = (position >= 0) & (position < jumps.size)
        return on_board & (jumps[position] != 0) & (price(position) <= energy)

    def move(state):
        position, moves, energy = state
        position = position + jumps[position]
        return position, moves + 1, energy - price(position)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
