"""The state is a named tuple, and its conditions are a tuple that functools.reduce joins."""

import functools
import operator
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Piece(NamedTuple):
    position: jax.Array
    moves: jax.Array
    energy: jax.Array


def price(jump):
    return jax.lax.select(jump > 0, jump, -2 * jump)


def walk(jumps, start, energy):
    look = functools.partial(jnp.take, jumps, mode="clip")

    def goes_on(piece):
        jump = look(piece.position)
        return functools.reduce(
            operator.and_,
            (piece.position >= 0, piece.position < jumps.size, jump != 0, price(jump) <= piece.energy),
        )

    def move(piece):
        jump = look(piece.position)
        return Piece(piece.position + jump, piece.moves + 1, piece.energy - price(jump))

    return tuple(jax.lax.while_loop(goes_on, move, Piece(start, jnp.int32(0), energy)))
