"""All conditions in a list, reduced at the end."""

from functools import reduce

import jax
import jax.numpy as jnp


def walk(jumps, start, energy):
    def cost_of(jump):
        return jnp.where(jump < 0, -2 * jump, jump)

    def cond_fun(carry):
        pos, _, left = carry
        jump = jumps[pos]
        checks = [pos >= 0, pos < jumps.size, jump != 0, left >= cost_of(jump)]
        return reduce(jnp.logical_and, checks)

    def body_fun(carry):
        pos, count, left = carry
        jump = jumps[pos]
        return pos + jump, count + 1, left - cost_of(jump)

    return jax.lax.while_loop(cond_fun, body_fun, (start, jnp.array(0, jnp.int32), energy))
