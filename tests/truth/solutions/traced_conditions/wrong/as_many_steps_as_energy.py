"""It is called a while loop, but counts to the energy; once the walk is over, its steps do nothing.
Breaks: "The loop must end with the walk: [...] not a loop of a fixed length whose last steps do nothing."
Class: structure
"""
import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    # Each move costs at least 1, so there are never more moves than energy.
    def counts(state):
        return state[0] < energy

    def step(state):
        i, position, moves, left = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        go = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= left)
        return (
            i + 1,
            jnp.where(go, position + jump, position),
            jnp.where(go, moves + 1, moves),
            jnp.where(go, left - cost, left),
        )

    return jax.lax.while_loop(counts, step, (jnp.int32(0), start, jnp.int32(0), energy))[1:]
