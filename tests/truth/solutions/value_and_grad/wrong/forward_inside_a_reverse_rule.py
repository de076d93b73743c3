"""value_and_grad of a function whose reverse rule was computed forward.

Class: custom_rule
Why: breaches "JAX has to differentiate `loss`, in reverse mode": only a stand-in is differentiated in reverse, and loss itself by jvp along each axis.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    @jax.custom_vjp
    def stand_in(params):
        return loss(params)

    def forward(params):
        def along(direction):
            return jax.jvp(loss, (params,), (direction,))

        axes = jnp.eye(params.size, dtype=params.dtype)
        values, slope = jax.vmap(along)(axes)
        return values[0], slope

    def backward(slope, cotangent):
        return (cotangent * slope,)

    stand_in.defvjp(forward, backward)
    value, slope = jax.value_and_grad(stand_in)(params)
    return value, params - rate * slope
