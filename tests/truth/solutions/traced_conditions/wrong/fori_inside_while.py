"""Looks at eight jumps in one step of the while loop, in a loop of a fixed length whose last steps may do nothing.

The statement rules that out.

Class: structure
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def goes_on(state):
        position, _, left = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        return (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= left)

    def one(_, state):
        position, moves, left = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        new = (position + jump, moves + 1, left - cost)
        go = goes_on(state)
        return tuple(jnp.where(go, a, b) for a, b in zip(new, state))

    def eight(state):
        return jax.lax.fori_loop(0, 8, one, state)

    return jax.lax.while_loop(goes_on, eight, (start, jnp.int32(0), energy))
