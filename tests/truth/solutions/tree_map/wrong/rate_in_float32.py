"""Turns the rate into an array first.

Class: dtype
Why: breaches "Each keeps its dtype": a float32 array isn't a weak Python float, so the float16 arrays come back as float32.
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    rate = jnp.float32(rate)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
