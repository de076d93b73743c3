"""A running flag, and old values kept by `where` in the last step."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def step(s):
        pos, moves, left, _ = s
        inside = (pos >= 0) & (pos < jumps.size)
        jump = jnp.where(inside, jumps[pos], 0)
        cost = jnp.where(jump > 0, jump, -2 * jump)
        run = (jump != 0) & (cost <= left)
        return jnp.where(run, pos + jump, pos), moves + run, jnp.where(run, left - cost, left), run

    pos, moves, left, _ = jax.lax.while_loop(lambda s: s[-1], step, (start, jnp.int32(0), energy, jnp.array(True)))
    return pos, moves, left
