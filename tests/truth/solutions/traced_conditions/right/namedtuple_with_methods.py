"""The piece is a NamedTuple with small methods; the loop only asks it, and the board is bound by a closure."""
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Piece(NamedTuple):
    position: jax.Array  # Int32[]
    moves: jax.Array  # Int32[]
    energy: jax.Array  # Int32[]

    def on(self, board):
        return jnp.logical_and(self.position >= 0, self.position < board.shape[0])

    def jump(self, board):
        return board.at[self.position].get(mode="clip")

    def cost(self, board):
        jump = self.jump(board)
        return jnp.maximum(jump, -2 * jump)

    def goes_on(self, board):
        awake = self.cost(board) <= self.energy
        return self.on(board) & (self.jump(board) != 0) & awake

    def moved(self, board):
        return self._replace(
            position=self.position + self.jump(board),
            moves=self.moves + 1,
            energy=self.energy - self.cost(board),
        )


def walk(jumps, start, energy):
    piece = Piece(jnp.int32(start), jnp.int32(0), jnp.int32(energy))
    last = jax.lax.while_loop(lambda p: p.goes_on(jumps), lambda p: p.moved(jumps), piece)
    return tuple(last)
