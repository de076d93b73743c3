"""Has a while loop that always makes 65,536 passes, and masks those after the end of the walk.

Class: decoy
Why: The loop ends by a count, against "The loop must end with the walk", and a walk of more than 65,536 moves, such as that over [1, -1] with an energy of 1,000,000, is cut off.
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def goes_on(state):
        return state[0] < 65_536

    def step(state):
        count, position, moves, energy = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        going = (0 <= position) & (position < jumps.size) & (jump != 0) & (cost <= energy)
        return (
            count + 1,
            jnp.where(going, position + jump, position),
            jnp.where(going, moves + 1, moves),
            jnp.where(going, energy - cost, energy),
        )

    state = (jnp.int32(0), start, jnp.int32(0), energy)
    return jax.lax.while_loop(goes_on, step, state)[1:]
