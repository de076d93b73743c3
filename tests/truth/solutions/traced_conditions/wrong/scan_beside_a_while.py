"""A long scan, and a `while_loop` that only counts beside it.
Class: decoy
Why: "The loop must end with the walk".
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

    jax.lax.while_loop(lambda n: n < 3, lambda n: n + 1, 0)
    return jax.lax.scan(step, (start, jnp.int32(0), energy), None, length=600)[0]
