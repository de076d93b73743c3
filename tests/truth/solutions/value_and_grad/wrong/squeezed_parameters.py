"""Squeezes what it returns, to be sure that the value has shape ().

Class: layout
Why: for D = 1 the new parameters have the shape () and not (1,).
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, slope = jax.value_and_grad(loss)(params)
    return jax.tree.map(jnp.squeeze, (value, params - rate * slope))
