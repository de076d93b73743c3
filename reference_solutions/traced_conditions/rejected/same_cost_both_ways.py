import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        return (position >= 0) & (position < jumps.size) & (jump != 0) & (jnp.abs(jump) <= energy)

    def move(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - jnp.abs(jump)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
