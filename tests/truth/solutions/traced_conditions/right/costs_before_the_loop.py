"""Computes the costs of all tiles first, keeps the walk in a dict, and asks a list of conditions."""
import functools

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    costs = jnp.maximum(jumps, -2 * jumps)

    def goes_on(piece):
        position = piece["position"]
        tile = jnp.clip(position, 0, jumps.size - 1)
        conditions = [
            position >= 0,
            position < jumps.size,
            jumps[tile] != 0,
            costs[tile] <= piece["energy"],
        ]
        return functools.reduce(jnp.logical_and, conditions)

    def move(piece):
        tile = piece["position"]
        return {
            "position": tile + jumps[tile],
            "moves": piece["moves"] + 1,
            "energy": piece["energy"] - costs[tile],
        }

    piece = {"position": start, "moves": jnp.zeros((), jnp.int32), "energy": energy}
    piece = jax.lax.while_loop(goes_on, move, piece)
    return piece["position"], piece["moves"], piece["energy"]
