"""Prepares the costs of all tiles at once, and walks with a single unsigned bound."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Walker(NamedTuple):
    position: jax.Array
    moves: jax.Array
    energy: jax.Array


def walk(jumps, start, energy):
    costs = jnp.select([jumps > 0, jumps < 0], [jumps, -2 * jumps], 0)
    size = jnp.uint32(jumps.size)

    def goes_on(walker):
        # A negative position is a huge unsigned number.
        on_board = lax.convert_element_type(walker.position, jnp.uint32) < size
        at = jnp.clip(walker.position, 0, jumps.size - 1)
        return on_board & (costs[at] != 0) & (costs[at] <= walker.energy)

    def step(walker):
        at = walker.position
        return Walker(at + jumps[at], walker.moves + 1, walker.energy - costs[at])

    return tuple(lax.while_loop(goes_on, step, Walker(start, jnp.zeros((), jnp.int32), energy)))
