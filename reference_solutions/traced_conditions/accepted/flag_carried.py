"""A flag in the state says whether the last step found a reason to stop; `cond` jumps or leaves all as it is."""

import jax
import jax.numpy as jnp


@jax.jit
def walk(jumps, start, energy):
    def jump_once(operands):
        position, moves, energy, jump, cost = operands
        return position + jump, moves + 1, energy - cost, True

    def stay(operands):
        return *operands[:3], False

    def step(state):
        position, moves, energy, _ = state
        jump = jumps[position]
        cost = jax.lax.select(jump > 0, jump, -2 * jump)
        stops = (position < 0) | (position >= jumps.shape[0]) | (jump == 0) | (cost > energy)
        return jax.lax.cond(stops, stay, jump_once, (position, moves, energy, jump, cost))

    return jax.lax.while_loop(lambda state: state[3], step, (start, jnp.int32(0), energy, True))[:3]
