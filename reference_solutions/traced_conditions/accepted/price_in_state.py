"""The state holds the next jump and its price; 0 stands for no jump."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Walk(NamedTuple):
    position: jax.Array
    moves: jax.Array
    energy: jax.Array
    jump: jax.Array


def price(jump):
    return jnp.abs(jump) * jnp.where(jump < 0, 2, 1)


def walk(jumps, start, energy):
    def next_jump(position, energy):
        jump = jumps.at[position].get(mode="fill", fill_value=0, wrap_negative_indices=False)
        return jnp.where(price(jump) > energy, 0, jump)

    def take(now):
        position, energy = now.position + now.jump, now.energy - price(now.jump)
        return Walk(position, now.moves + 1, energy, next_jump(position, energy))

    first = Walk(start, jnp.int32(0), energy, next_jump(start, energy))
    return jax.lax.while_loop(lambda now: now.jump != 0, take, first)[:3]
