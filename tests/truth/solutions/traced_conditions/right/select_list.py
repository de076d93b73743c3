"""`jnp.select` for the cost, `jnp.all` of an array for the condition."""

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def read(position):
        jump = jnp.take(jumps, position, mode="clip")
        return jump, jnp.select([jump > 0, jump < 0], [jump, -2 * jump], 0)

    def cond(state):
        position, _, energy = state
        jump, cost = read(position)
        return jnp.all(jnp.array([position >= 0, position <= jumps.size - 1, jump != 0, cost <= energy]))

    def body(state):
        position, moves, energy = state
        jump, cost = read(position)
        return position + jump, moves + jnp.int32(1), energy - cost

    return jax.lax.while_loop(cond, body, (start, jnp.int32(0), energy))
