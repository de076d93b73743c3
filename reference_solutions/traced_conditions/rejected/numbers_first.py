import jax.numpy as jnp


def walk(jumps, start, energy):
    tiles, position, moves, left = jumps.tolist(), int(start), 0, int(energy)
    while 0 <= position < len(tiles) and tiles[position] != 0:
        jump = tiles[position]
        cost = jump if jump > 0 else -2 * jump
        if cost > left:
            break
        position, moves, left = position + jump, moves + 1, left - cost
    return jnp.int32(position), jnp.int32(moves), jnp.int32(left)
