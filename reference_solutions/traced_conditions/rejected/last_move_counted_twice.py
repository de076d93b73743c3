import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def step(state):
        position, moves, energy, _ = state
        jump = jumps[position]
        cost = jnp.where(jump > 0, jump, -2 * jump)
        going = (position >= 0) & (position < jumps.size) & (jump != 0) & (cost <= energy)
        position = jnp.where(going, position + jump, position)
        energy = jnp.where(going, energy - cost, energy)
        return position, moves + 1, energy, going

    start_state = (start, jnp.int32(0), energy, jnp.bool_(True))
    return jax.lax.while_loop(lambda state: state[3], step, start_state)[:3]
