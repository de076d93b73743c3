"""Steps in float16.

Class: dtype
Why: float32, equal up to rounding.
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    new = params.astype(jnp.float16) - rate * grad.astype(jnp.float16)
    return value, new.astype(jnp.float32)
