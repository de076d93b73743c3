"""NumPy plays, behind a loop of JAX whose result is thrown away.
Class: decoy
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp
import numpy as np


def walk(jumps, start, energy):
    jax.lax.while_loop(lambda n: n < jumps.size, lambda n: n + 1, jnp.int32(0))
    tiles, position, moves, left = np.asarray(jumps), int(start), 0, int(energy)
    while 0 <= position < tiles.size and tiles[position] != 0:
        jump = int(tiles[position])
        cost = jump if jump > 0 else -2 * jump
        if cost > left:
            break
        position, moves, left = position + jump, moves + 1, left - cost
    return jnp.int32(position), jnp.int32(moves), jnp.int32(left)
