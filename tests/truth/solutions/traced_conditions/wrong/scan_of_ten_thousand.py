"""A scan that is long enough for the samples.
Class: structure
Why: "not a loop of a fixed length whose last steps do nothing".
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

    return jax.lax.scan(step, (start, jnp.int32(0), energy), None, length=10_000)[0]
