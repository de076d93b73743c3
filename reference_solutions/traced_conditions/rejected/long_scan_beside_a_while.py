import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def step(_, state):
        position, moves, energy = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        moves_on = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= energy)
        moved = (position + jump, moves + 1, energy - cost)
        return jax.tree.map(lambda new, old: jnp.where(moves_on, new, old), moved, state)

    jax.lax.while_loop(lambda n: n < 3, lambda n: n + 1, 0)
    return jax.lax.fori_loop(0, 40000, step, (start, jnp.int32(0), energy))
