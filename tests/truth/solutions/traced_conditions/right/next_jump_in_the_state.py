"""The state is a dict that also holds the coming jump and its cost, which come from a table of both."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    costs = jnp.abs(jumps) + jnp.maximum(-jumps, 0)
    tiles = jnp.stack([jumps, costs], axis=1)

    def look(position):
        """The jump from there and its cost. Off the board there is no jump."""
        last = jumps.size - 1
        jump, cost = jax.lax.dynamic_index_in_dim(tiles, jnp.clip(position, 0, last), keepdims=False)
        return {"jump": jnp.where((0 <= position) & (position <= last), jump, 0), "cost": cost}

    def goes_on(state):
        return jnp.logical_and(state["jump"] != 0, state["cost"] <= state["energy"])

    def move(state):
        position = state["position"] + state["jump"]
        return {
            "position": position,
            "moves": state["moves"] + 1,
            "energy": state["energy"] - state["cost"],
            **look(position),
        }

    begin = {"position": start, "moves": jnp.zeros((), jnp.int32), "energy": energy, **look(start)}
    end = jax.lax.while_loop(goes_on, move, begin)
    return end["position"], end["moves"], end["energy"]
