"""`switch` picks the price by the sign of the jump, and each end of the board is looked at by itself."""

import jax.numpy as jnp
from jax import lax

PRICES = [lambda jump: -2 * jump, lambda jump: jump, lambda jump: jump]


def walk(jumps, start, energy):
    last = jnp.int32(len(jumps) - 1)

    def stopped(state):
        position, moves, energy = state
        jump = lax.dynamic_index_in_dim(jumps, jnp.minimum(position, last), keepdims=False)
        price = lax.switch(jnp.sign(jump) + 1, PRICES, jump)
        reasons = jnp.stack([position < 0, position > last, jump == 0, energy < price])
        return reasons.any(), (position + jump, moves + jnp.int32(1), energy - price)

    return lax.while_loop(lambda state: ~stopped(state)[0], lambda state: stopped(state)[1], (start, last * 0, energy))
