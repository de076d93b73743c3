"""Takes value and gradient from one jax.jacfwd with the value as an extra result.

Class: flops
Why: "JAX has to differentiate `loss`, in reverse mode": this is forward mode, with one tangent for each parameter.
"""

import jax


def descend(loss, params, rate):
    def twice(p):
        value = loss(p)
        return value, value

    slope, value = jax.jacfwd(twice, has_aux=True)(params)
    return value, params - rate * slope
