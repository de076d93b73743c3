"""Leaves a new variable in the target, the number of updates.

Class: structure
Why: Both models have the same structure after the call.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    target.updates = nnx.Variable(jnp.array(1))
    return target(x), online(x)
