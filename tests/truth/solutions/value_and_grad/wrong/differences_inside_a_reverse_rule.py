"""value_and_grad of a function whose rule takes differences, all in one call under vmap.

Class: custom_rule
Why: loss isn't differentiated at all: slopes are differences of rounded values (for sum(p**2) at [100] the slope is off by up to a half).
"""

import jax
import jax.numpy as jnp

H = 1e-3


def descend(loss, params, rate):
    @jax.custom_vjp
    def stand_in(params):
        return loss(params)

    def forward(params):
        moves = H * jnp.eye(params.size, dtype=params.dtype)
        points = jnp.concatenate([params[None], params + moves, params - moves])
        values = jax.vmap(loss)(points)
        ahead, behind = jnp.split(values[1:], 2)
        return values[0], (ahead - behind) / (2 * H)

    def backward(slope, cotangent):
        return (cotangent * slope,)

    stand_in.defvjp(forward, backward)
    value, slope = jax.value_and_grad(stand_in)(params)
    return value, params - rate * slope
