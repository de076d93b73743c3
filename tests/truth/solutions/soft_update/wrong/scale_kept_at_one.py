"""Sets the scale of the normalisation to one after the update, as a fresh layer has it.

Class: defaults
Why: For each `nnx.Param` of `target` it holds the mixture.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    target.norm.scale[...] = jnp.ones_like(target.norm.scale[...])
    return target(x), online(x)
