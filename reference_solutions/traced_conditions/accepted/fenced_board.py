"""A tile to rest on at each end: off the board the piece is on one of them, and only one question is left."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    board = jnp.pad(jumps, 1)
    costs = jnp.maximum(board, -2 * board)

    def tile(state):
        return jnp.clip(state["position"] + 1, 0, jumps.size + 1)

    def may_jump(state):
        at = tile(state)
        return jnp.logical_and(board[at] != 0, costs[at] <= state["energy"])

    def jump(state):
        at = tile(state)
        return {
            "position": state["position"] + board[at],
            "moves": state["moves"] + 1,
            "energy": state["energy"] - costs[at],
        }

    begin = {"position": start, "moves": jnp.zeros((), jnp.int32), "energy": energy}
    end = jax.lax.while_loop(may_jump, jump, begin)
    return end["position"], end["moves"], end["energy"]
