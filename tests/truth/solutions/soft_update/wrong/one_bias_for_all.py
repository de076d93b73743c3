"""Writes the mean of the mixed bias into each element.

Class: numbers
Why: For each Param, `(1 - tau) * target_param + tau * online_param`.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    def mix(t, o):
        mixed = (1 - tau) * t + tau * o
        return jnp.full_like(mixed, mixed.mean()) if mixed.ndim == 1 else mixed

    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(mix, *states))
    return target(x), online(x)
