"""`lax` functions all the way; the loop goes on unless there is a reason to stop."""

import jax.numpy as jnp
from jax import lax


def walk(jumps, start, energy):
    size = jnp.int32(jumps.size)

    def reason(position, energy):
        jump = lax.dynamic_slice(jumps, (lax.clamp(jnp.int32(0), position, size - 1),), (1,))[0]
        cost = lax.select(lax.gt(jump, 0), jump, lax.mul(jump, jnp.int32(-2)))
        off = lax.bitwise_or(lax.lt(position, 0), lax.ge(position, size))
        return jump, cost, lax.bitwise_or(off, lax.bitwise_or(lax.eq(jump, 0), lax.gt(cost, energy)))

    def body(v):
        jump, cost, _ = reason(v[0], v[2])
        return v[0] + jump, v[1] + 1, v[2] - cost

    return lax.while_loop(lambda v: lax.bitwise_not(reason(v[0], v[2])[2]), body, (start, jnp.int32(0), energy))
