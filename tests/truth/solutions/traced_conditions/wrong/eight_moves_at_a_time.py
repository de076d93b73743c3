"""Makes eight moves in each pass of the while loop, those after the end masked.

Class: structure
Why: The inner `fori_loop` has known bounds and thus is a `scan`, against "It has a `while` loop and no `scan`".
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        on_board = (0 <= position) & (position < jumps.size)
        return on_board & (jump != 0) & (cost_of(jump) <= energy)

    def step(_, state):
        position, moves, energy = state
        going = goes_on(state)
        jump = jnp.where(going, jumps[position], 0)
        return position + jump, moves + going.astype(jnp.int32), energy - cost_of(jump)

    def eight_steps(state):
        return jax.lax.fori_loop(0, 8, step, state)

    return jax.lax.while_loop(goes_on, eight_steps, (start, jnp.int32(0), energy))
