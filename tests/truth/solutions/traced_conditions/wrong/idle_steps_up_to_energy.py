"""A fori_loop with a traced bound: a move costs at least 1, so `energy` steps are enough.

Class: flops
Why: breaches "The loop must end with the walk ... not a loop ... whose last steps do nothing": a piece that rests at once with energy 2147483647 still takes 2147483647 idle steps (the numbers are right).
"""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def step(_, state):
        position, moves, left = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        go = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= left)
        return (
            jnp.where(go, position + jump, position),
            jnp.where(go, moves + 1, moves),
            jnp.where(go, left - cost, left),
        )

    # The bound is traced, so this is a `while` and no `scan`.
    return jax.lax.fori_loop(0, energy, step, (start, jnp.int32(0), energy))
