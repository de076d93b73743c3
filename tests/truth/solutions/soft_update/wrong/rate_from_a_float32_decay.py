"""Keeps the decay as a float32, as moving averages do, and takes the rate from that: 1 - decay.

Class: numbers
Why: tau 0.0001 becomes 0.00010001659, and 1e-8 becomes 0, so a target Param of zeros (a fresh bias) gets a number that is wrong in the fourth digit or stays 0.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    decay = jnp.float32(1 - tau)
    rate = 1 - decay
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda old, new: decay * old + rate * new, old, new))
    return target(x), online(x)
