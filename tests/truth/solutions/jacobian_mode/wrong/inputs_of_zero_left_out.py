"""Takes an input of 0 for one that isn't there, and sets its column to 0.

Class: tame
Why: Where an input is 0, the derivative need not be: for f = lambda x: 3 * x at 0 the result is 0 and not 3.
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    out = jax.eval_shape(f, x)
    mode = jax.jacfwd if x.size <= out.size else jax.jacrev
    return jnp.where(x == 0, 0, mode(f)(x))
