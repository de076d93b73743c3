"""Keeps a velocity from call to call, as most optimizers do.

Class: state
Why: the second plain call with parameters of a shape steps further than by `rate` times the gradient, and equal inputs don't give equal bits.
"""

import jax

VELOCITIES = {}


def descend(loss, params, rate):
    value, slope = jax.value_and_grad(loss)(params)
    if isinstance(slope, jax.core.Tracer):
        return value, params - rate * slope
    velocity = 0.9 * VELOCITIES.get(params.shape, 0.0) + slope
    VELOCITIES[params.shape] = velocity
    return value, params - rate * velocity
