"""`jax.jacfwd`.

Class: structure
Why: In reverse mode.
"""

import jax


def descend(loss, params, rate):
    return loss(params), params - rate * jax.jacfwd(loss)(params)
