"""Makes sure that the loss returns one number, then evaluates it, then differentiates it.

Class: retrace
Why: "Python may call it twice at most": jax.eval_shape, the plain call and jax.grad call it three times.
"""

import jax


def descend(loss, params, rate):
    if jax.eval_shape(loss, params).shape != ():
        raise ValueError("a loss must be one number")
    value = loss(params)
    slope = jax.grad(loss)(params)
    return value, params - rate * slope
