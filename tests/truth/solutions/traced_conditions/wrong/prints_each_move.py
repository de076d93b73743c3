"""An honest walk that prints each move by jax.debug.print.

Class: host
Why: jax.debug.print is a callback that runs on the host: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def price(jump):
        return jnp.where(jump > 0, jump, -2 * jump)

    def goes_on(state):
        position, _, energy = state
        jump = jumps[position]
        return (0 <= position) & (position < jumps.size) & (jump != 0) & (price(jump) <= energy)

    def move(state):
        position, moves, energy = state
        jump = jumps[position]
        jax.debug.print("from {} by {}", position, jump)
        return position + jump, moves + 1, energy - price(jump)

    return jax.lax.while_loop(goes_on, move, (start, jnp.int32(0), energy))
