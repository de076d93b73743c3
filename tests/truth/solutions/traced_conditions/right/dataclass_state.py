"""The state is a registered dataclass."""

from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class Piece:
    position: jax.Array
    moves: jax.Array
    energy: jax.Array


class Board:
    def __init__(self, jumps):
        self.jumps = jumps

    def jump(self, piece):
        return self.jumps[piece.position]

    def cost(self, piece):
        jump = self.jump(piece)
        return jnp.maximum(jump, -2 * jump)

    def can_move(self, piece):
        on_board = (0 <= piece.position) & (piece.position < self.jumps.size)
        return on_board & (self.jump(piece) != 0) & (self.cost(piece) <= piece.energy)

    def move(self, piece):
        return replace(
            piece,
            position=piece.position + self.jump(piece),
            moves=piece.moves + 1,
            energy=piece.energy - self.cost(piece),
        )


def walk(jumps, start, energy):
    board = Board(jumps)
    end = jax.lax.while_loop(board.can_move, board.move, Piece(start, jnp.int32(0), energy))
    return end.position, end.moves, end.energy
