"""Keeps the Params in bfloat16.

Class: dtype
Why: Both models have the same structure after the call, and the results are equal up to rounding.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    mix = lambda t, o: ((1 - tau) * t + tau * o).astype(jnp.bfloat16)
    nnx.update(target, jax.tree.map(mix, *states))
    return target(x).astype(jnp.float32), online(x)
