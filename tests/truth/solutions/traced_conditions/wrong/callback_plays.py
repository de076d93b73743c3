"""A callback plays the game on the host.
Class: host
Why: "Host callbacks are not allowed".
"""

import jax
import numpy as np


def play(jumps, start, energy):
    position, moves, left = int(start), 0, int(energy)
    while 0 <= position < jumps.size and jumps[position] != 0:
        jump = int(jumps[position])
        cost = jump if jump > 0 else -2 * jump
        if cost > left:
            break
        position, moves, left = position + jump, moves + 1, left - cost
    return np.int32(position), np.int32(moves), np.int32(left)


def walk(jumps, start, energy):
    number = jax.ShapeDtypeStruct((), np.int32)
    return jax.pure_callback(play, (number, number, number), jumps, start, energy)
