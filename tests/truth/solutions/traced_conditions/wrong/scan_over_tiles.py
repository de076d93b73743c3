"""As many steps as tiles.
Class: numbers
Why: "The piece may come to the same tile again and again".
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def step(state, _):
        position, moves, energy = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        go = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= energy)
        new = (position + jump, moves + 1, energy - cost)
        return tuple(jnp.where(go, a, b) for a, b in zip(new, state)), None

    return jax.lax.scan(step, (start, jnp.int32(0), energy), None, length=2 * jumps.size)[0]
