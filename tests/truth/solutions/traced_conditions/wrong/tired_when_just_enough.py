"""A jump that costs exactly the energy that is left isn't made.
Breaks: "if cost > energy:  # too tired for this jump".
Class: numbers
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, left = state
        jump = jumps[position]
        inside = (position >= 0) & (position < jumps.size)
        return inside & (jump != 0) & (cost_of(jump) < left)

    def step(state):
        position, moves, left = state
        jump = jumps[position]
        return position + jump, moves + 1, left - cost_of(jump)

    return jax.lax.while_loop(goes_on, step, (start, jnp.int32(0), energy))
