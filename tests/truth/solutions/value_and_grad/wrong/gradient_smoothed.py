"""Takes the mean of the gradients a thousandth to the left and to the right, so that kinks do no harm.

Class: numbers
Why: right for quadratic losses, but with a kink nearer than 0.001 the slope is wrong: for `abs(params[0])` at 0.0005 it is 0 and not 1.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    points = params + jnp.array([[-1e-3], [0.0], [1e-3]])
    values, slopes = jax.vmap(jax.value_and_grad(loss))(points)
    return values[1], params - rate * (slopes[0] + slopes[2]) / 2
