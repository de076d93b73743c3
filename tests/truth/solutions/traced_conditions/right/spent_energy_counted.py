"""Counts what was spent; what is left is computed at the end."""

import jax
import jax.numpy as jnp


@jax.jit
def walk(jumps, start, energy):
    def price(jump):
        return jnp.where(jump > 0, jump, 2 * jnp.abs(jump))

    def cond(state):
        spent, moves, position = state
        jump = jumps[position]
        affordable = price(jump) <= energy - spent
        return jnp.logical_and(jnp.logical_and(position >= 0, position < jumps.size), affordable & (jump != 0))

    def body(state):
        spent, moves, position = state
        jump = jumps[position]
        return spent + price(jump), moves + 1, position + jump

    spent, moves, position = jax.lax.while_loop(cond, body, (jnp.int32(0), jnp.int32(0), start))
    return position, moves, energy - spent
