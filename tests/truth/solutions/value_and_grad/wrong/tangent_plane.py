"""Calls value_and_grad on the tangent plane of the loss, whose slopes were computed in forward mode.

Class: decoy
Why: breaches "JAX has to differentiate `loss`, in reverse mode": reverse mode sees only the plane, and the loss is differentiated forwards.
"""

import jax


def descend(loss, params, rate):
    def both(params):
        value = loss(params)
        return value, value

    columns, height = jax.jacfwd(both, has_aux=True)(params)
    columns, height = jax.lax.stop_gradient((columns, height))

    def plane(moved):
        return height + (columns * (moved - params)).sum()

    value, slope = jax.value_and_grad(plane)(params)
    return value, params - rate * slope
