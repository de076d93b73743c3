"""Jit is switched off around the Python program.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp


@jax.jit
def play(jumps, start, energy):
    position, moves = start, jnp.int32(0)
    while 0 <= position < jumps.size and jumps[position] != 0:
        jump = jumps[position]
        cost = jump if jump > 0 else -2 * jump
        if cost > energy:
            break
        position, moves, energy = position + jump, moves + 1, energy - cost
    return position, moves, energy


def walk(jumps, start, energy):
    with jax.disable_jit():
        return play(jumps, start, energy)
