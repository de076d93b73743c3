import jax
import jax.numpy as jnp


@jax.jit
def walk(jumps, start, energy):
    def price(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        return (0 <= position < jumps.size) & (jumps[position] != 0) & (price(jumps[position]) <= energy)

    def move(state):
        position, moves, energy = state
        return position + jumps[position], moves + 1, energy - price(jumps[position])

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
