"""`jax.jit` is taken away, and the results are made arrays.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp


def walk(jumps, start, energy):
    position, moves = start, 0
    while 0 <= position < jumps.size:
        jump = jumps[position]
        if jump == 0:
            break
        cost = jump if jump > 0 else -2 * jump
        if cost > energy:
            break
        position, moves, energy = position + jump, moves + 1, energy - cost
    return position, jnp.int32(moves), energy
